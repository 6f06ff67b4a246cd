import type { ModelChoice } from '../../api/types'
import { RightIcon } from '../../ui/icons'
import { Menu, MenuItem } from '../../ui/menu'
import { shortName } from './model-picker'

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
  const others = models.length > 1 ? models.filter((one) => one.name !== model) : []
  const ways: { label: string; again: Again }[] = [
    ...others.map((one) => ({ label: `With ${shortName(one)}`, again: { modelName: one.name } })),
    { label: 'Shorter', again: { length: 'shorter' } },
    { label: 'Longer', again: { length: 'longer' } },
    { label: 'Without memory', again: { withoutMemory: true } },
  ]
  return (
    <Menu
      label="Regenerate with…"
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
