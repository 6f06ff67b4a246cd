import { useState } from 'react'
import { organizations, paths } from '../../api/endpoints'
import type { Member, Organization, Role } from '../../api/types'
import { usePages } from '../../api/use-pages'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { More } from '../../ui/more'
import { MemberRow } from './member-row'
import { whoIs } from './offers'
import { LOOK_AGAIN_MS, useAttempt, useOrganizationChanged } from './use-organization'

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
      member.isYou ? `You are ${role} now.` : `${whoIs(member)} is ${role} now.`,
    )

  function choose(member: Member, role: Role) {
    // Making an owner and stepping back are the two that only somebody else can undo.
    if (role === 'owner' || member.isYou) setQuestion({ kind: 'role', member, role })
    else void change(member, role)
  }

  return (
    <>
      <ul aria-label="Members" className="divide-y divide-line border-line border-y">
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
      <More pages={pages} label="Show more members" />
      {question?.kind === 'remove' && (
        <Dialog
          title={`Remove ${whoIs(question.member)}?`}
          onClose={() => setQuestion(null)}
          actions={
            <>
              <Button onClick={() => setQuestion(null)}>Keep them</Button>
              <Button
                look="danger"
                onClick={() =>
                  void act(
                    () => organizations.removeMember(organization.id, question.member.userId),
                    `${whoIs(question.member)} is removed.`,
                  )
                }
              >
                Remove
              </Button>
            </>
          }
        >
          At once they lose the plan of {organization.name} and whatever is shared in it, and invites they
          gave stop working. Their own chats, memory, files and keys stay theirs. To come back they need a new
          invite.
        </Dialog>
      )}
      {question?.kind === 'role' && (
        <Dialog
          title={
            question.member.isYou
              ? `Become ${question.role === 'admin' ? 'an admin' : question.role === 'owner' ? 'an owner' : 'a member'}?`
              : `Make ${whoIs(question.member)} an owner?`
          }
          onClose={() => setQuestion(null)}
          actions={
            <>
              <Button onClick={() => setQuestion(null)}>Leave it as it is</Button>
              <Button
                look={question.member.isYou ? 'danger' : 'solid'}
                onClick={() => void change(question.member, question.role)}
              >
                {question.member.isYou ? 'Step back' : 'Make owner'}
              </Button>
            </>
          }
        >
          {question.member.isYou
            ? 'You give up rights that only another owner can give back to you.'
            : 'They may then do everything you may: delete the organization, change roles, and remove you. You stay an owner.'}
        </Dialog>
      )}
    </>
  )
}
