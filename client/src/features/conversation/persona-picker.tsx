import type { Persona } from '../../api/types'
import { useWords } from '../../language/words'
import { Face } from '../../ui/face'
import { CheckIcon, RightIcon } from '../../ui/icons'
import { Menu, MenuItem } from '../../ui/menu'
import { faceOfPersona } from './faces'
import { conversationWords } from './words'

interface PersonaPickerProps {
  personas: Persona[]
  chosen: Persona
  onChoose: (persona: Persona) => void
}

export function PersonaPicker({ personas, chosen, onChoose }: PersonaPickerProps) {
  const says = useWords(conversationWords).pickers
  if (personas.length < 2) return null
  return (
    <Menu
      label={says.persona(chosen.name)}
      align="start"
      triggerClass="inline-flex h-9 min-w-0 max-w-44 items-center gap-1 rounded-lg px-2.5 text-[0.9375rem] text-ink-soft hover:bg-sunk hover:text-ink pointer-coarse:h-11"
      trigger={
        <>
          <Face of={faceOfPersona(chosen)} size={1.25} className="mr-0.5" />
          <span className="truncate">{chosen.name}</span>
          <RightIcon className="shrink-0 rotate-90 text-ink-faint" />
        </>
      }
    >
      {(close) => (
        <div className="w-[min(20rem,calc(100vw-3rem))]">
          {personas.map((persona) => (
            <MenuItem
              key={persona.id}
              isChecked={persona.id === chosen.id}
              onSelect={() => [onChoose(persona), close()]}
              icon={<Face of={faceOfPersona(persona)} size={2} />}
            >
              <span className="flex items-center justify-between gap-2 font-medium">
                {persona.name}
                {persona.id === chosen.id && <CheckIcon className="shrink-0 text-kelp" />}
              </span>
              {persona.description && (
                <span className="block text-ink-faint text-sm">{persona.description}</span>
              )}
            </MenuItem>
          ))}
        </div>
      )}
    </Menu>
  )
}
