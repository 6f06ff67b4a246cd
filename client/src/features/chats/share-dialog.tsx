import { useState } from 'react'
import useSWR from 'swr'
import { auth, paths } from '../../api/endpoints'
import type { ChatSummary, Visibility } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { copyText } from '../../ui/copy'
import { moment } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { LinkIcon } from '../../ui/icons'
import { useToasts } from '../../ui/toast'
import { useChats } from './chats-provider'
import { chatDialogWords } from './words'

type Way = Exclude<Visibility, 'private'>

/** How others read it, who they are, and what they see. Every sentence is what the server does. */
export function ShareDialog({ chat: asked, onClose }: { chat: ChatSummary; onClose: () => void }) {
  const words = useWords(chatDialogWords)
  const says = words.share
  const { share } = useChats()
  const { show } = useToasts()
  const { data: me } = useSWR(paths.me, auth.me)
  const [chat, setChat] = useState(asked)
  const [wanted, setWanted] = useState<Way>(chat.visibility === 'private' ? 'snapshot' : chat.visibility)
  const [isBusy, setBusy] = useState(false)
  const [told, setTold] = useState('')
  const isShared = chat.visibility !== 'private'
  const isOther = isShared && wanted !== chat.visibility
  const link = `${location.origin}/chat/${chat.id}`

  async function set(visibility: Visibility, said: string) {
    setBusy(true)
    const changed = await share(chat, visibility)
    setBusy(false)
    if (!changed) return false
    setChat(changed)
    setTold(said)
    return true
  }
  async function copy() {
    if (await copyText(link)) setTold(says.saidCopied)
  }
  async function create() {
    if (await set(wanted, says.saidShared)) await copy()
  }
  async function stop() {
    if (!(await set('private', ''))) return
    onClose()
    show(says.saidStopped)
  }

  return (
    <Dialog
      title={says.title}
      onClose={onClose}
      actions={
        <>
          {isShared && (
            <Button look="quiet" className="mr-auto text-rust!" disabled={isBusy} onClick={() => void stop()}>
              {says.stop}
            </Button>
          )}
          <Button onClick={onClose}>{isShared ? words.close : words.cancel}</Button>
          {!isShared && (
            <Button look="solid" disabled={isBusy} onClick={() => void create()}>
              <LinkIcon /> {says.create}
            </Button>
          )}
          {isOther && (
            <Button look="solid" disabled={isBusy} onClick={() => void set(wanted, says.saidShared)}>
              {says.change}
            </Button>
          )}
        </>
      }
    >
      {isShared && (
        <div className="mb-4">
          <p className="mb-2 text-ink" data-testid="share-state">
            {chat.visibility === 'snapshot'
              ? says.isSnapshot(moment(chat.sharedAt ?? ''))
              : says.isLive(moment(chat.sharedAt ?? ''))}
          </p>
          <div className="flex gap-2">
            <input
              readOnly
              aria-label={says.link}
              value={link}
              onFocus={(event) => event.target.select()}
              className="h-10 min-w-0 flex-1 rounded-lg border border-line-strong bg-sunk px-3 font-mono text-ink-soft text-sm"
            />
            <Button onClick={() => void copy()}>{says.copy}</Button>
          </div>
          {chat.visibility === 'snapshot' && !isOther && (
            <Button
              look="quiet"
              className="-ml-2 mt-1 px-2! text-kelp!"
              disabled={isBusy}
              onClick={() => void set('snapshot', says.saidRenewed)}
            >
              {says.renew}
            </Button>
          )}
        </div>
      )}
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium text-ink text-sm">{says.how}</legend>
        <WayChoice
          way="snapshot"
          title={says.snapshot}
          text={says.snapshotSays}
          chosen={wanted}
          onChoose={setWanted}
        />
        <WayChoice way="public" title={says.live} text={says.liveSays} chosen={wanted} onChoose={setWanted} />
      </fieldset>
      <p className="mt-4 font-medium text-ink">{says.who}</p>
      <p className="mt-2">{me?.name?.trim() ? says.seen(me.name.trim()) : says.seenUnnamed}</p>
      <p className="mt-2">{says.forks}</p>
      <p role="status" className="mt-3 min-h-6 text-kelp">
        {told}
      </p>
    </Dialog>
  )
}

interface WayChoiceProps {
  way: Way
  title: string
  text: string
  chosen: Way
  onChoose: (way: Way) => void
}

function WayChoice({ way, title, text, chosen, onChoose }: WayChoiceProps) {
  return (
    <label className="flex gap-3 rounded-xl border border-line px-3.5 py-3 has-checked:border-kelp has-checked:bg-kelp-wash/60">
      <input
        type="radio"
        name="way"
        checked={chosen === way}
        onChange={() => onChoose(way)}
        className="mt-1 size-4 shrink-0 accent-(--kelp)"
      />
      <span>
        <span className="block font-medium text-ink">{title}</span>
        <span className="block text-sm">{text}</span>
      </span>
    </label>
  )
}
