/** Where the glass box stands, and what is in the address about it. */
import { useEffect, useRef } from 'react'
import { useWords } from '../../language/words'
import { navigate, useSearch } from '../../router'
import { IconButton } from '../../ui/button'
import { useCopied } from '../../ui/copy'
import { CheckIcon, CloseIcon, LinkIcon } from '../../ui/icons'
import { SidePanel, useFocusBack } from '../../ui/side-panel'
import { GlassBox, type View } from './glass-box'
import { useTold } from './use-told'
import { glassWords } from './words'

interface PanelProps {
  turnId: string
  onClose: () => void
}

export default function GlassBoxPanel({ turnId, onClose }: PanelProps) {
  const says = useWords(glassWords)
  const view: View = useSearch().get('view') === 'engineers' ? 'engineers' : 'plain'
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusBack(whyOf(turnId))
  // Whoever pressed the button goes on reading here; whoever came by the address is not taken away from the page.
  useEffect(() => {
    if (document.activeElement?.matches(whyOf(turnId))) heading.current?.focus({ preventScroll: true })
  }, [turnId])
  return (
    <SidePanel label={says.title} testId="glass-box" onClose={onClose}>
      <header className="sticky top-0 z-10 flex h-16 shrink-0 items-center gap-1 border-line border-b bg-paper pr-3 pl-6">
        <h2 ref={heading} tabIndex={-1} className="mr-auto font-semibold font-serif text-lg outline-none">
          {says.title}
        </h2>
        <CopyLink turnId={turnId} />
        <IconButton label={says.close} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </header>
      <div className="px-6 pt-5 pb-[calc(3rem+env(safe-area-inset-bottom))]">
        <GlassBox key={turnId} turnId={turnId} view={view} onView={showView} />
      </div>
    </SidePanel>
  )
}

/** In the address, like everything that is open; but going back does not lead through tabs. */
function showView(view: View): void {
  const search = new URLSearchParams(location.search)
  if (view === 'plain') search.delete('view')
  else search.set('view', view)
  navigate(`${location.pathname}?${search}`, { replace: true })
}

/** With the answer it is about, which may stand far above the end of its chat. */
function CopyLink({ turnId }: { turnId: string }) {
  const says = useWords(glassWords)
  const [isCopied, copy] = useCopied()
  const { told } = useTold(turnId)
  if (!told) return null
  const link = `${location.origin}/chat/${told.chatId}?message=${told.answerId}&why=${turnId}`
  return (
    <IconButton label={isCopied ? says.copied : says.copyLink} onClick={() => copy(link)}>
      {isCopied ? <CheckIcon className="text-kelp" /> : <LinkIcon />}
    </IconButton>
  )
}

const whyOf = (turnId: string) => `[data-why="${CSS.escape(turnId)}"]`
