import { useCallback, useState } from 'react'
import { upload } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import { type Attachment, newId } from './messages'

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** Of one message, as the server takes them. */
export const MOST_IMAGES = 8
const MOST_MEGABYTES = 20

/** On its way. What is pasted has one name for all (`image.png`), so each has an id. */
export interface Pending {
  id: string
  name: string
}

/** Uploads at once, so that sending later is quick and a refusal is known before the words are written. */
export function useUpload(held: readonly Attachment[], onDone: (file: Attachment) => void) {
  const [pending, setPending] = useState<Pending[]>([])
  const [troubles, setTroubles] = useState<string[]>([])

  const add = useCallback(
    async (files: Iterable<File>) => {
      const refuse = (trouble: string) => setTroubles((all) => [...all, trouble])
      setTroubles([])
      let count = held.length
      let bytes = held.reduce((sum, one) => sum + one.bytes, 0)
      for (const file of files) {
        if (!IMAGE_TYPES.includes(file.type)) {
          refuse(`“${file.name}” is not an image Holdfast can take. Choose a PNG, JPEG, WebP or GIF.`)
          continue
        }
        if (count + 1 > MOST_IMAGES || bytes + file.size > MOST_MEGABYTES * 1_000_000) {
          refuse(
            `A message takes ${MOST_IMAGES} images and ${MOST_MEGABYTES} MB of them; send “${file.name}” with the next one.`,
          )
          continue
        }
        count += 1
        bytes += file.size
        const id = newId()
        setPending((all) => [...all, { id, name: file.name }])
        try {
          onDone(await upload(file))
        } catch (error) {
          refuse(`“${file.name}” was not attached. ${inOneLine(error)}`)
        } finally {
          setPending((all) => all.filter((one) => one.id !== id))
        }
      }
    },
    [held, onDone],
  )
  /** Whoever writes on has read it. */
  const forgive = useCallback(() => setTroubles((all) => (all.length === 0 ? all : [])), [])
  return { pending, troubles, add, forgive }
}
