import { Link } from '../../router'

export function BackToSignIn() {
  return (
    <p className="text-[0.9375rem] text-ink-soft">
      <Link href="/login" className="font-medium text-kelp underline underline-offset-4">
        Back to sign-in
      </Link>
    </p>
  )
}
