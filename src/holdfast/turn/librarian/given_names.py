"""Given names that people commonly bear: somebody called so is more likely of one's life than of the world's.

Only a leaning for the time before a memory tracks anybody. Names that are also common words are left out.
"""

from __future__ import annotations

_NAMES = """
    aaron abby adam adele adrian agnes ahmed aisha alan albert alejandro alex alexander alexandra alexis alfred
    ali alice alina alison amanda amelia amir amy ana andre andrea andreas andrew andy angela anika anita anja
    ann anna anne annie anthony anton antonio arthur astrid audrey barbara beatrice ben benjamin bernd beth
    bettina bianca bob boris brad brenda brian bruno caleb camila carl carla carlos carmen carol caroline
    catherine cathy charles charlie charlotte chloe chris christian christina christine christoph christopher
    claire clara claudia colin connor craig cynthia dan dana daniel daniela danny dave david deborah denise
    dennis derek diana diego dieter dmitri dominic donna doris dorothy duncan dylan eddie edgar edith eduardo
    edward eleanor elena elias elif elisa elizabeth ella ellen elliot elsa emil emilia emily emma eric erica
    erik esther ethan eva evelyn fabian fatima felix fernando finn fiona florian frances francesca francis franz
    fred frederik frieda gabriel gabriela gareth gary gemma georg george georgia gerald gina giulia gordon greg
    gregor greta hanna hannah hannes hans harriet harry hassan heather heidi helen helena helga henrik henry
    hugo ian ibrahim ida ines ingrid irene isaac isabel isabella ivan jack jacob jake jakob james jamie
    jana jane janet jasmine jason javier jeff jennifer jenny jens jeremy jessica jill jim joan joanna joe
    joel johan johanna john johnny jonas jonathan jorge jose josef joseph josh joshua juan judith julia julian
    julie juliette karen karim karin karl karla katarina kate katharina katherine kathy katie katja keith
    kelly ken kenji kevin kim klaus konrad kristin kurt lars laura lauren lea leah leila lena leo leon leonie
    lewis liam lilly lily linda lisa liz lorenzo lou louis louise luca lucas lucia lucy luis luisa lukas luke
    lydia magda maggie manuel marc marco marcus margaret maria marie marina mario marion markus marta martha
    martin martina mary mateo mathilda matt matthew matthias maximilian maya megan mehmet mei melanie
    melissa mia michael michelle miguel mike mila milan miriam mohammed molly monica monika moritz nadia nadine
    naomi natalie nathan nick nicola nicolas nicole niklas nils nina noah nora norman olga oliver olivia omar
    oscar oskar otto pablo pamela patricia patrick paul paula pauline pavel pedro peggy peter petra philip
    philipp phoebe pia pierre priya rachel rafael raj ralf ralph rebecca renate rita rob robert roberto
    roger roland ron rosa rosie ruben ruth ryan sabine sally sam samantha samuel sandra sara sarah sascha
    sebastian selma sharon silke silvia simon simone sofia sonia sonja stefan stefanie stella stephanie stephen
    steve steven susan susanne suzanne sven svenja sylvia tamara tanja tara ted teresa theo theresa thomas tia
    tim timo tina tobias todd tom tommy tony tracy trevor ulrich ulrike ursula valentina valerie vanessa vera
    veronica vicky victor victoria viktor vincent walter wanda wendy werner wilhelm xavier yara yasmin yuki
    yusuf yvonne zach zoe
"""
GIVEN_NAMES = frozenset(_NAMES.split())
