import type { Persona } from '../../api/types'
import { CheckIcon } from '../../ui/icons'
import { Menu, MenuItem } from '../../ui/menu'

interface PersonaPickerProps {
  personas: Persona[]
  chosen: Persona
  onChoose: (persona: Persona) => void
}

export function PersonaPicker({ personas, chosen, onChoose }: PersonaPickerProps) {
  if (personas.length < 2) return null
  return (
    <Menu
      label={`Talking to ${chosen.name}. Choose another persona`}
      align="start"
      triggerClass="inline-flex h-9 min-w-0 max-w-44 items-center gap-1 rounded-lg px-2.5 text-[0.9375rem] text-ink-soft hover:bg-sunk hover:text-ink pointer-coarse:h-11"
      trigger={
        <>
          <span className="truncate">{chosen.name}</span>
          <span aria-hidden="true" className="text-ink-faint">
            ▾
          </span>
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
              icon={<CheckIcon className={persona.id === chosen.id ? 'text-kelp' : 'invisible'} />}
            >
              <span className="font-medium">{persona.name}</span>
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
