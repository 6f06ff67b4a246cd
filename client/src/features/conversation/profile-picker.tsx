import type { Persona, Profile } from '../../api/types'
import { useWords } from '../../language/words'
import { CheckIcon, RightIcon } from '../../ui/icons'
import { Menu, MenuItem } from '../../ui/menu'
import { conversationWords } from './words'

interface ProfilePickerProps {
  persona: Persona
  chosen: Profile | null
  onChoose: (profile: Profile | null) => void
}

/** Only for personas with several sides. The choice holds from the next message on. */
export function ProfilePicker({ persona, chosen, onChoose }: ProfilePickerProps) {
  const says = useWords(conversationWords).pickers
  if (persona.profiles.length === 0) return null
  const sides = [
    { profile: null, name: says.general, description: persona.description },
    ...persona.profiles.map(asSide),
  ]
  return (
    <Menu
      label={says.profile(persona.name, chosen?.name ?? says.general)}
      align="start"
      triggerClass="inline-flex h-9 min-w-0 max-w-44 items-center gap-1 rounded-lg px-2.5 text-[0.9375rem] text-ink-soft hover:bg-sunk hover:text-ink pointer-coarse:h-11"
      trigger={
        <>
          <span className="truncate">{chosen?.name ?? says.general}</span>
          <RightIcon className="shrink-0 rotate-90 text-ink-faint" />
        </>
      }
    >
      {(close) => (
        <div className="w-[min(20rem,calc(100vw-3rem))]">
          {sides.map(({ profile, name, description }) => (
            <MenuItem
              key={profile?.id ?? ''}
              isChecked={profile?.id === chosen?.id}
              onSelect={() => [onChoose(profile), close()]}
              icon={<CheckIcon className={profile?.id === chosen?.id ? 'text-kelp' : 'invisible'} />}
            >
              <span className="font-medium">{name}</span>
              <span className="block text-ink-faint text-sm">{description}</span>
            </MenuItem>
          ))}
        </div>
      )}
    </Menu>
  )
}

function asSide(profile: Profile) {
  return { profile, name: profile.name, description: profile.description }
}
