import type { ModelChoice } from '../../api/types'
import { useWords } from '../../language/words'
import { RightIcon } from '../../ui/icons'
import { Menu, MenuItem } from '../../ui/menu'
import { shortName } from './model-picker'
import { conversationWords } from './words'

/** How an answer is to be written this time, where that is not as the last time. */
export interface Again {
  modelName?: string
  length?: 'shorter' | 'longer'
  withoutMemory?: boolean
}

interface RegenerateMenuProps {
  models: ModelChoice[]
  /** The one that wrote the answer. */
  model: string | null
  onChoose: (again: Again) => void
}

export function RegenerateMenu({ models, model, onChoose }: RegenerateMenuProps) {
  const says = useWords(conversationWords).answer
  const others = models.length > 1 ? models.filter((one) => one.name !== model) : []
  const ways: { label: string; again: Again }[] = [
    ...others.map((one) => ({ label: says.withModel(shortName(one)), again: { modelName: one.name } })),
    { label: says.shorter, again: { length: 'shorter' } },
    { label: says.longer, again: { length: 'longer' } },
    { label: says.withoutMemory, again: { withoutMemory: true } },
  ]
  return (
    <Menu
      label={says.regenerateWith}
      align="start"
      trigger={<RightIcon className="rotate-90" />}
      triggerClass="-ml-1.5 inline-flex h-9 w-6 items-center justify-center rounded-lg text-ink-faint hover:bg-sunk hover:text-ink pointer-coarse:h-10 pointer-coarse:w-8"
    >
      {(close) =>
        ways.map(({ label, again }) => (
          <MenuItem key={label} onSelect={() => [close(), onChoose(again)]}>
            {label}
          </MenuItem>
        ))
      }
    </Menu>
  )
}
