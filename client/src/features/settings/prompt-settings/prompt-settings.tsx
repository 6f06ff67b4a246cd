/** For admins: how incident chats are routed and what their prompts may hold, for everybody on this installation. */
import { useState } from 'react'
import useSWR from 'swr'
import { promptSettings as api, paths } from '../../../api/endpoints'
import { inOneLine } from '../../../api/sentences'
import type { SettingsVersion } from '../../../api/types'
import { useWords } from '../../../language/words'
import { Button } from '../../../ui/button'
import { Notice, TroubleText } from '../../../ui/notice'
import { useToasts } from '../../../ui/toast'
import { PromptForm } from './prompt-form'
import { TryMessage } from './try-message'
import { Versions } from './versions'
import { promptWords } from './words'

export default function PromptSettings({ me }: { me: string }) {
  const says = useWords(promptWords)
  // Only asked for again on purpose: a newer version must not sweep away what is being typed.
  const { data, error, mutate } = useSWR(paths.promptSettings, api.newest, {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  })
  const [isDirty, setDirty] = useState(false)
  const [loaded, setLoaded] = useState(0)
  const { show } = useToasts()

  if (error && !data) {
    return (
      <Notice tone="rust" actions={<Button onClick={() => void mutate()}>{says.again}</Button>}>
        <TroubleText error={error} />
      </Notice>
    )
  }
  if (!data) {
    return (
      <p role="status" className="text-ink-faint">
        {says.opening}
      </p>
    )
  }

  async function take(version: SettingsVersion, sentence: string) {
    await mutate(version, { revalidate: false })
    setDirty(false)
    setLoaded((times) => times + 1)
    show(sentence)
  }

  async function loadTheirs() {
    try {
      await take(await api.newest(), says.loaded)
    } catch (failure) {
      show(inOneLine(failure))
    }
  }

  return (
    <div className="flex flex-col gap-8">
      <PromptForm
        key={`${data.version}-${loaded}`}
        newest={data}
        onDirty={setDirty}
        onSaved={(saved) => void take(saved, says.savedAs(saved.version))}
        onLoadTheirs={() => void loadTheirs()}
      />
      <TryMessage isDirty={isDirty} />
      <div>
        <h2 className="mb-3 font-semibold text-lg">{says.versions}</h2>
        <Versions
          newest={data.version}
          me={me}
          onRestored={(made) => void take(made, says.restoredAs(made.version))}
        />
      </div>
    </div>
  )
}
