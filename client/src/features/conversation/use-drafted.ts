import { useSyncExternalStore } from 'react'
import { draftedChats, watchDrafts } from './drafts'

/** In which chats something is written and not sent. */
export function useDrafted(): ReadonlySet<string> {
  return useSyncExternalStore(watchDrafts, draftedChats)
}
