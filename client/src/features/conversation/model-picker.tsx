import type { ModelChoice } from '../../api/types'
import { useWords, wordsNow } from '../../language/words'
import { CheckIcon, RightIcon } from '../../ui/icons'
import { Menu, MenuItem } from '../../ui/menu'
import { conversationWords } from './words'

interface ModelPickerProps {
  models: ModelChoice[]
  chosen: ModelChoice
  onChoose: (model: ModelChoice) => void
}

/** Only where there is a choice. The others stand behind the chosen one, should it fail. */
export function ModelPicker({ models, chosen, onChoose }: ModelPickerProps) {
  const says = useWords(conversationWords).pickers
  if (models.length < 2) return null
  return (
    <Menu
      label={says.model(shortName(chosen))}
      align="start"
      triggerClass="inline-flex h-9 min-w-0 max-w-44 items-center gap-1 rounded-lg px-2.5 text-[0.9375rem] text-ink-soft hover:bg-sunk hover:text-ink pointer-coarse:h-11"
      trigger={
        <>
          <span className="truncate">{shortName(chosen)}</span>
          <RightIcon className="shrink-0 rotate-90 text-ink-faint" />
        </>
      }
    >
      {(close) => (
        <div className="w-[min(20rem,calc(100vw-3rem))]">
          {models.map((model) => (
            <MenuItem
              key={model.name}
              isChecked={model.name === chosen.name}
              onSelect={() => [onChoose(model), close()]}
              icon={<CheckIcon className={model.name === chosen.name ? 'text-kelp' : 'invisible'} />}
            >
              <span className="break-words font-medium">{shortName(model)}</span>
              <span className="block text-ink-faint text-sm">{remarks(model)}</span>
            </MenuItem>
          ))}
        </div>
      )}
    </Menu>
  )
}

/** `openai:gpt-5.4-mini` is told apart by its second half; names of models may hold colons themselves. */
export function shortName({ name }: Pick<ModelChoice, 'name'>): string {
  return name.slice(name.indexOf(':') + 1) || name
}

function remarks(model: ModelChoice): string {
  const says = wordsNow(conversationWords).pickers
  const provider = model.name.includes(':') ? says.by(model.name.split(':')[0] ?? '') : ''
  const sight = model.seesImages ? says.seesImages : says.wordsOnly
  return [provider, model.isDemo ? says.demo : '', sight].filter(Boolean).join(' · ')
}
