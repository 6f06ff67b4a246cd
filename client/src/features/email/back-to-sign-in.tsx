import { useWords } from '../../language/words'
import { Link } from '../../router'
import { emailWords } from './words'

export function BackToSignIn() {
  return (
    <p className="text-[0.9375rem] text-ink-soft">
      <Link href="/login" className="font-medium text-kelp underline underline-offset-4">
        {useWords(emailWords).toSignIn}
      </Link>
    </p>
  )
}
