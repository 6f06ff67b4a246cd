/** Whose documents are shown, and what one may do with them: as the server decides it, so that nothing is offered in vain. */
import useSWR from 'swr'
import { about, organizations, paths } from '../../api/endpoints'
import type { Organization, Person, StoredDocument } from '../../api/types'
import { useWords } from '../../language/words'
import { libraryWords } from './words'

export interface Target {
  /** As the server names it. */
  name: string
  label: string
  mayAdd: boolean
}

type OfTarget = Pick<StoredDocument, 'target'>

export interface Rights {
  targets: Target[]
  organization: Organization | null
  mayChange: (of: OfTarget) => boolean
  mayRemove: (of: OfTarget) => boolean
}

const OWN = /^(user|overlay:|chat)/

export function useRights(person: Person): Rights {
  const says = useWords(libraryWords).target
  const { data: organization = null } = useSWR(paths.organization, organizations.mine)
  const { data: personas = [] } = useSWR(paths.personas, about.personas)
  const { isAdmin } = person
  const allows = (permission: string) => organization?.permissions.some((one) => one === permission) ?? false
  const makes = new Set(personas.filter(({ access }) => access.canEdit).map(({ id }) => `persona:${id}`))
  const own = new Set(
    personas
      .filter(({ origin }) => origin === 'mine' || origin === 'shared')
      .map(({ id }) => `persona:${id}`),
  )
  const may = (target: string, permission: string) => {
    if (OWN.test(target)) return true
    if (target === 'org') return allows(permission)
    // What one of people's own making knows, whoever may change it fills.
    return own.has(target) ? makes.has(target) : isAdmin
  }
  const target = (name: string, label: string) => ({ name, label, mayAdd: may(name, 'resources.create') })
  return {
    organization,
    targets: [
      target('user', says.user),
      ...(organization ? [target('org', says.org(organization.name))] : []),
      target('company', says.company),
      ...personas.map(({ id, name }) => target(`overlay:${id}`, says.overlay(name))),
      ...personas.map(({ id, name }) => target(`persona:${id}`, says.persona(name))),
    ],
    mayChange: (of) => may(of.target, 'resources.create'),
    mayRemove: (of) => may(of.target, 'resources.delete'),
  }
}

export function isBeingRead({ status }: StoredDocument): boolean {
  return status === 'pending' || status === 'processing'
}
