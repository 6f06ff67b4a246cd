/** Servers that lend their tools, what is trusted of each, and what a persona may use of all of it. */
import { paths } from './endpoints'
import { address, get, patch, post, put, remove } from './request'
import type { ConnectionChange, ConnectionScope, ConnectionWish, ServerTrust } from './types'

export const connectionPaths = {
  servers: '/api/mcp/servers',
  trusts: paths.trusts,
  offered: (personaId: string) => address('/api/tools', { query: { personaId } }),
} as const

export const connections = {
  all: () => get('/api/mcp/servers'),
  /** Nothing is connected yet: `check` does that. */
  add: (wish: ConnectionWish) => post('/api/mcp/servers', { body: wish }),
  /** Entries as other programs keep them. What cannot be used is told, the rest is added. */
  paste: (mcpServers: Record<string, unknown>, scope: ConnectionScope) =>
    post('/api/mcp/servers/import', { body: { mcpServers, scope } }),
  change: (id: string, change: ConnectionChange) =>
    patch('/api/mcp/servers/{server_id}', { path: { server_id: id }, body: change }),
  remove: (id: string) => remove('/api/mcp/servers/{server_id}', { path: { server_id: id } }),
  /** Connects now. What is wrong stands in the answer, in words. */
  check: (id: string) => post('/api/mcp/servers/{server_id}/check', { path: { server_id: id } }),
  tools: (id: string) => get('/api/mcp/servers/{server_id}/tools', { path: { server_id: id } }),
  /** Refused where the tool has changed since it was read. */
  trust: (id: string, tool: string, trust: ServerTrust, fingerprint: string) =>
    put('/api/mcp/servers/{server_id}/tools/{tool}/trust', {
      path: { server_id: id, tool },
      body: { trust, fingerprint },
    }),
  /** Where the browser goes now, to sign in. */
  signIn: (id: string, returnTo: string) =>
    post('/api/mcp/servers/{server_id}/connect', { path: { server_id: id }, body: { returnTo } }).then(
      (begun) => begun.address,
    ),
  forgetSignIn: (id: string) => remove('/api/mcp/servers/{server_id}/connect', { path: { server_id: id } }),
  offered: (personaId: string) => get('/api/tools', { query: { personaId } }).then((found) => found.tools),
}
