import useSWR from 'swr'
import { security, securityPaths } from '../../api/security'
import type { SecondStep as Asked, Proof } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { ProofForm } from './proof-form'
import { securityWords } from './words'

interface SecondStepProps {
  /** Left out where a provider sent the browser here: then the server is asked. */
  asked?: Asked | undefined
  onPassed: () => Promise<void>
  onBack: () => void
}

/** The second half of signing in. Its first half is in a cookie, so a reload loses nothing. */
export function SecondStep({ asked, onPassed, onBack }: SecondStepProps) {
  const says = useWords(securityWords).step
  const { data, error } = useSWR(securityPaths.step, security.step, {
    ...(asked ? { fallbackData: asked } : {}),
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  })

  async function show(proof: Proof) {
    await security.passStep(proof)
    await onPassed()
  }

  if (error) {
    return (
      <Notice testId="step-over" actions={<Button onClick={onBack}>{says.again}</Button>}>
        {says.over}
      </Notice>
    )
  }
  if (!data) return null
  return (
    <>
      <ProofForm
        asked={data}
        passkeyOptions={async () => data.passkeyOptions}
        button={says.signIn}
        onProof={show}
      />
      <Button look="quiet" className="-ml-4 self-start" onClick={onBack}>
        {says.asElse}
      </Button>
    </>
  )
}
