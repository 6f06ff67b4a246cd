import { useState } from 'react'
import { organizations, paths } from '../../api/endpoints'
import type { Member, Organization, Role } from '../../api/types'
import { usePages } from '../../api/use-pages'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { More } from '../../ui/more'
import { MemberRow } from './member-row'
import { whoIs } from './offers'
import { LOOK_AGAIN_MS, useAttempt, useOrganizationChanged } from './use-organization'
import { organizationWords } from './words'

interface MembersProps {
  organization: Organization
}

/** What is asked about before it is done: it cannot be taken back by oneself. */
type Question = { kind: 'remove'; member: Member } | { kind: 'role'; member: Member; role: Role }

export function useMembers(organization: Organization) {
  return usePages(
    paths.members(organization.id),
    async (cursor) => {
      const page = await organizations.members(organization.id, cursor)
      return { items: page.members, nextCursor: page.nextCursor }
    },
    LOOK_AGAIN_MS,
  )
}

export function Members({ organization }: MembersProps) {
  const words = useWords(organizationWords)
  const says = words.members
  const organizationChanged = useOrganizationChanged()
  const pages = useMembers(organization)
  const [question, setQuestion] = useState<Question | null>(null)
  const attempt = useAttempt()

  async function act(action: () => Promise<unknown>, done: string) {
    setQuestion(null)
    await attempt(action, done)
    await Promise.all([pages.again(), organizationChanged()])
  }

  const change = (member: Member, role: Role) =>
    act(
      () => organizations.changeRole(organization.id, member.userId, role),
      member.isYou ? says.youAreNow[role] : says.isNow[role](whoIs(member)),
    )

  function choose(member: Member, role: Role) {
    // Making an owner and stepping back are the two that only somebody else can undo.
    if (role === 'owner' || member.isYou) setQuestion({ kind: 'role', member, role })
    else void change(member, role)
  }

  return (
    <>
      <ul aria-label={says.list} className="divide-y divide-line border-line border-y">
        {pages.items?.map((member) => (
          <MemberRow
            key={member.userId}
            member={member}
            asksFactor={organization.secondFactor !== null}
            onRole={(role) => choose(member, role)}
            onRemove={() => setQuestion({ kind: 'remove', member })}
          />
        ))}
      </ul>
      <More pages={pages} label={says.more} />
      {question?.kind === 'remove' && (
        <Dialog
          title={says.removeTitle(whoIs(question.member))}
          onClose={() => setQuestion(null)}
          actions={
            <>
              <Button onClick={() => setQuestion(null)}>{says.keep}</Button>
              <Button
                look="danger"
                onClick={() =>
                  void act(
                    () => organizations.removeMember(organization.id, question.member.userId),
                    says.removed(whoIs(question.member)),
                  )
                }
              >
                {says.remove}
              </Button>
            </>
          }
        >
          {says.removeLead(organization.name)}
        </Dialog>
      )}
      {question?.kind === 'role' && (
        <Dialog
          title={
            question.member.isYou ? says.become[question.role] : says.makeOwnerTitle(whoIs(question.member))
          }
          onClose={() => setQuestion(null)}
          actions={
            <>
              <Button onClick={() => setQuestion(null)}>{words.keepAsIs}</Button>
              <Button
                look={question.member.isYou ? 'danger' : 'solid'}
                onClick={() => void change(question.member, question.role)}
              >
                {question.member.isYou ? says.stepBack : says.makeOwner}
              </Button>
            </>
          }
        >
          {question.member.isYou ? says.stepBackLead : says.makeOwnerLead}
        </Dialog>
      )}
    </>
  )
}
