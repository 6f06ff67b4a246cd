/** What has to stand where, so that a program finds the memory here: letter by letter, as each of them wants it. */

export const PROGRAMS = [
  'claude-code',
  'claude-desktop',
  'cursor',
  'vs-code',
  'librechat',
  'open-webui',
] as const
export type ProgramName = (typeof PROGRAMS)[number]

/** As they call themselves: nobody translates a name. */
export const NAMES: Record<ProgramName, string> = {
  'claude-code': 'Claude Code',
  'claude-desktop': 'Claude Desktop',
  cursor: 'Cursor',
  'vs-code': 'VS Code',
  librechat: 'LibreChat',
  'open-webui': 'Open WebUI',
}

/** Those that can ask a person by a page of ours, and then need no key. */
export const ASKS_BY_PAGE: readonly ProgramName[] = ['claude-code', 'claude-desktop', 'cursor', 'vs-code']

export const KEY = 'hf_…'

/** `withKey`: as `KEY` stands there, to be put in by whoever copies it; otherwise the program asks by a page. */
export function linesFor(program: ProgramName, address: string, withKey: boolean): string {
  const bearer = `Bearer ${KEY}`
  switch (program) {
    case 'claude-code': {
      const added = `claude mcp add --transport http holdfast ${address}`
      return withKey ? `${added} --header "Authorization: ${bearer}"` : added
    }
    case 'claude-desktop':
      return json({
        mcpServers: {
          holdfast: {
            command: 'npx',
            args: withKey
              ? // biome-ignore lint/suspicious/noTemplateCurlyInString: the program itself puts the variable in
                ['-y', 'mcp-remote', address, '--header', 'Authorization:${HOLDFAST}']
              : ['-y', 'mcp-remote', address],
            ...(withKey ? { env: { HOLDFAST: bearer } } : {}),
          },
        },
      })
    case 'cursor':
      return json({
        mcpServers: {
          holdfast: { url: address, ...(withKey ? { headers: { Authorization: bearer } } : {}) },
        },
      })
    case 'vs-code':
      return json({
        servers: {
          holdfast: {
            type: 'http',
            url: address,
            ...(withKey ? { headers: { Authorization: bearer } } : {}),
          },
        },
      })
    case 'librechat':
      return [
        'mcpServers:',
        '  holdfast:',
        '    type: streamable-http',
        `    url: ${address}`,
        '    headers:',
        `      Authorization: "${bearer}"`,
      ].join('\n')
    case 'open-webui':
      return ['Type: MCP (Streamable HTTP)', `URL: ${address}`, 'Auth: Bearer', `Key: ${KEY}`].join('\n')
  }
}

function json(told: unknown): string {
  return JSON.stringify(told, null, 2)
}
