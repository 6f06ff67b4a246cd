/** Settings → App: notices, and installing. */
import { isInstalled, useInstallOffer } from '../../install'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Choice, Choices } from '../settings/section'
import { askForNotices, declineNotices, useNoticeState } from './notices'
import { noticeWords } from './words'

export default function NoticesPart() {
  const says = useWords(noticeWords)
  const state = useNoticeState()
  const install = useInstallOffer()
  return (
    <Choices>
      <Choice title={says.title} lead={says.states[state]}>
        {(state === 'on' || state === 'off') && (
          <button
            type="button"
            role="switch"
            aria-checked={state === 'on'}
            aria-label={says.title}
            onClick={() => (state === 'on' ? declineNotices() : void askForNotices())}
            className="group inline-flex h-7 w-12 items-center rounded-full border border-line-strong bg-sunk p-0.5 aria-checked:border-kelp aria-checked:bg-kelp"
          >
            <span className="size-5 rounded-full bg-ink-faint transition-transform group-aria-checked:translate-x-5 group-aria-checked:bg-on-kelp" />
          </button>
        )}
      </Choice>
      <Choice
        title={says.install}
        lead={isInstalled() ? says.installed : install ? says.installLead : says.installHow}
      >
        {install && <Button onClick={() => void install()}>{says.installNow}</Button>}
      </Choice>
    </Choices>
  )
}
