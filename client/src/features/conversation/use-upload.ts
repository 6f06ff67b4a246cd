import { useCallback, useRef, useState } from 'react'
import { documents, upload } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import { wordsNow } from '../../language/words'
import { type Attachment, newId } from './messages'
import { conversationWords } from './words'

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** Of one message, as the server takes them. */
export const MOST_IMAGES = 8
const MOST_MEGABYTES = 20
const LOOKS_AGAIN_MS = 700

/** On its way. What is pasted has one name for all (`image.png`), so each has an id. */
export interface Pending {
  id: string
  name: string
  isImage: boolean
  /** Of a document: how far it is sent, and then how far it is read. */
  share: number
  isRead: boolean
}

type Note = (news: Partial<Pending>) => void

/**
 * Uploads at once, so that sending later is quick and a refusal is known before the words are written. Images are shown
 * to the model; whatever else the server can read is a document, and is read before it is sent.
 */
export function useUpload(held: readonly Attachment[], onDone: (file: Attachment) => void) {
  const [pending, setPending] = useState<Pending[]>([])
  const [troubles, setTroubles] = useState<string[]>([])
  const stops = useRef(new Map<string, AbortController>())

  const add = useCallback(
    async (files: Iterable<File>) => {
      const says = wordsNow(conversationWords).files
      setTroubles([])
      const refuse = (trouble: string) => setTroubles((all) => [...all, trouble])
      const images = held.filter((one) => !one.isDocument)
      let count = images.length
      let bytes = images.reduce((sum, one) => sum + one.bytes, 0)
      for (const file of files) {
        const isImage = IMAGE_TYPES.includes(file.type)
        if (isImage && (count + 1 > MOST_IMAGES || bytes + file.size > MOST_MEGABYTES * 1_000_000)) {
          refuse(says.tooMany(file.name, MOST_IMAGES, MOST_MEGABYTES))
          continue
        }
        count += isImage ? 1 : 0
        bytes += isImage ? file.size : 0
        const id = newId()
        const stop = new AbortController()
        stops.current.set(id, stop)
        const note: Note = (news) =>
          setPending((all) => all.map((one) => (one.id === id ? { ...one, ...news } : one)))
        setPending((all) => [...all, { id, name: file.name, isImage, share: 0, isRead: false }])
        try {
          onDone(isImage ? await upload(file, stop.signal) : await bring(file, note, stop.signal))
        } catch (error) {
          const why = error instanceof Unread ? error.message : inOneLine(error)
          if (!stop.signal.aborted) refuse(says.failed(file.name, why))
        } finally {
          stops.current.delete(id)
          setPending((all) => all.filter((one) => one.id !== id))
        }
      }
    },
    [held, onDone],
  )
  const stop = useCallback((id: string) => stops.current.get(id)?.abort(), [])
  /** Whoever writes on has read it. */
  const forgive = useCallback(() => setTroubles((all) => (all.length === 0 ? all : [])), [])
  return { pending, troubles, add, stop, forgive }
}

/** Until it is read: whoever asks about it is answered from it. One that cannot be read does not stay. */
async function bring(file: File, note: Note, signal: AbortSignal): Promise<Attachment> {
  const { document } = await documents.upload(file, { target: 'chat' }, (share) => note({ share }), signal)
  const { id, filename, mediaType, bytes } = document
  try {
    let now = document
    while (now.status !== 'ready') {
      signal.throwIfAborted()
      if (now.status === 'failed' || now.status === 'cancelled')
        throw new Unread(now.error?.message ?? wordsNow(conversationWords).files.unread)
      note({ isRead: true, share: now.progress })
      await new Promise((resolve) => setTimeout(resolve, LOOKS_AGAIN_MS))
      now = await documents.one(id)
    }
  } catch (error) {
    void documents.remove(id).catch(() => {})
    throw error
  }
  return { id, filename, mediaType, bytes, isDocument: true }
}

/** The server took the file and could not make anything of it. */
export class Unread extends Error {}
