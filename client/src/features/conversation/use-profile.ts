/** Which side of a persona a chat is held with. The choice stays in this browser with the chat. */
import { useState } from 'react'
import type { Persona, Profile } from '../../api/types'

const PREFIX = 'holdfast.profile.'

export interface ProfileWish {
  /** Null: the persona as it is, without any of its profiles. */
  chosen: Profile | null
  choose: (profile: Profile | null) => void
}

export function useProfile(chatId: string, persona: Persona | null): ProfileWish {
  const [wanted, setWanted] = useState(() => read(chatId))
  return {
    // One that the persona does not have would be refused with every message.
    chosen: persona?.profiles.find((profile) => profile.id === wanted) ?? null,
    choose: (profile) => {
      setWanted(profile?.id ?? null)
      keep(chatId, profile?.id ?? null)
    },
  }
}

function read(chatId: string): string | null {
  try {
    return localStorage.getItem(PREFIX + chatId)
  } catch {
    return null
  }
}

function keep(chatId: string, id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(PREFIX + chatId)
    else localStorage.setItem(PREFIX + chatId, id)
  } catch {
    // The choice then lasts as long as this page.
  }
}
