import { cleanup, render, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Trace, TraceBlock } from '../../../api/types'
import {
  aBlock,
  aModel,
  aPreflight,
  aReading,
  aRetrieval,
  aRoute,
  aStart,
  aTrace,
  found,
} from '../../../test/traces'
import { inWords, milliseconds, summarize, toSpans, weigh } from '../figures'
import { blockName } from '../names'
import { TraceView } from './trace-view'

const trace = aTrace({
  route: aRoute('conversational', 'no tool asked for'),
  blocks: [
    aBlock('user_message', { order: 13, tokens: 20, text: 'Hello?' }),
    aBlock('persona', { order: 1, tokens: 400, reason: 'never cut' }),
    aBlock('user_documents', {
      order: 8,
      tokens: 100,
      status: 'compressed',
      reason: 'too long',
      sources: [{ type: 'document', id: 'd-1' }],
      text: 'short version',
    }),
    aBlock('company', {
      order: 9,
      tokens: 900,
      status: 'dropped',
      reason: 'budget was full',
      text: 'Handbook',
    }),
  ],
  retrievals: [aRetrieval('memory', { ms: 12, facts: [found('f1', 0.834)] })],
  missing: [{ source: 'standing', reason: 'TimeoutError' }],
  models: [
    aModel('first', { outcome: 'failed', failure: 'slow_first_byte', ms: 3000 }),
    aModel('second', { ms: 1200, firstEventMs: 210, inputTokens: 520, outputTokens: 42, costUsd: 0.0031 }),
  ],
  tools: [
    {
      name: 'clock',
      outcome: 'answered',
      ms: 4,
      origin: 'mcp:1',
      argumentsSha256: 'abcdef0123',
      isCut: true,
    },
  ],
  timings: { finish: 4300, collect: 60, admit: 3, exchange: 4260 },
})

const companion: Trace = {
  ...trace,
  blocks: [aBlock('conversation_posture', { order: 2, tokens: 30, text: 'Be brief.' })],
}

describe('the glass box', () => {
  test('shows every block in the order the model read them, with what was left out and why', () => {
    render(<TraceView trace={trace} />)
    const blocks = screen.getAllByTestId('trace-block')
    expect(blocks.map((block) => block.dataset.status)).toEqual(['kept', 'compressed', 'dropped', 'kept'])
    const dropped = within(blocks[2] as HTMLElement)
    expect(dropped.getByText('Company')).toBeTruthy()
    expect(dropped.getByText('left out')).toBeTruthy()
    expect(blocks[2]?.textContent).toContain('left out: budget was full')
    expect(within(blocks[1] as HTMLElement).getByText('short version')).toBeTruthy()
  })

  test('says so when a text is not for this reader, and shows its fingerprint', () => {
    render(<TraceView trace={trace} />)
    const kernel = within(screen.getAllByTestId('trace-block')[0] as HTMLElement)
    expect(kernel.getByText(/cannot be shown/)).toBeTruthy()
    expect(kernel.getByText(/sha256 abababababababab/)).toBeTruthy()
  })

  test('says why a text is withheld where the server tells it', () => {
    const withheld = 'These words belong to whoever runs this.'
    const blocks = trace.blocks.map((one) => (one.text ? one : { ...one, withheld }))
    render(<TraceView trace={{ ...trace, blocks }} />)
    const shown = within(screen.getAllByTestId('trace-block')[0] as HTMLElement)
    expect(shown.getByText('These words belong to whoever runs this.')).toBeTruthy()
    expect(shown.queryByText(/cannot be shown/)).toBeNull()
  })

  test('names sources that did not answer, lookups, tools and every model that was asked', () => {
    render(<TraceView trace={trace} />)
    expect(screen.getByLabelText('What could not be asked').textContent).toContain(
      'What you wrote about yourself and pinned: TimeoutError',
    )
    expect(screen.getByLabelText('What was looked up').textContent).toContain('0.83')
    expect(screen.getByLabelText('Tools used').textContent).toContain(
      'clockfrom mcp:1, arguments abcdef01answered, 4 ms, cut',
    )
    const models = screen.getByLabelText('Models asked').textContent
    expect(models).toContain('firstFailed: it did not begin in time')
    expect(models).toContain('first word after 210 ms')
    expect(models).toContain('520 in, 42 out')
    expect(models).toContain('$0.0031')
  })

  test('says in sentences how the message was taken, and only what it showed', () => {
    render(
      <TraceView
        trace={{
          ...companion,
          reading: aReading({
            posture: 'SUPPORT',
            intent: 'share',
            by: 'meaning',
            confidence: 0.714,
            scores: { SUPPORT: 0.7, PLANNING: 0.2 },
            signals: { avoidance: true },
          }),
        }}
      />,
    )
    const said = screen.getByLabelText('How the message was taken').textContent
    expect(said).toContain('Taken as something told, from somebody who wants support.')
    expect(said).toContain('By nearness in meaning, 71 % sure.')
    expect(said).toContain('It steps around something.')
    expect(said).not.toContain('leads away')
    expect(said).not.toContain('Momentum guard')
  })

  test('does not explain an answer by a reading that nothing went by', () => {
    render(<TraceView trace={{ ...trace, reading: aReading({ posture: 'TASK', intent: 'question' }) }} />)
    expect(screen.queryByLabelText('How the message was taken')).toBeNull()
  })

  test('says when the momentum guard was up', () => {
    render(
      <TraceView trace={{ ...companion, reading: aReading({ posture: 'MOMENTUM', momentumGuard: true }) }} />,
    )
    expect(screen.getByText(/Momentum guard/)).toBeTruthy()
  })

  test('tells what a session began with, and is silent where none was asked for', () => {
    const start = aStart({
      startbrief_fetch: 'fetched',
      depth: 'yesterday',
      gap_minutes: 900,
      userTurnsSeen: 1,
      handover_injected: true,
    })
    render(<TraceView trace={{ ...trace, startbriefRuntime: start }} />)
    const said = screen.getByLabelText('What the session began with').textContent
    expect(said).toContain('the day before, 15 hours earlier')
    expect(said).toContain('message 1 of the session. The handover was told')
    cleanup()
    render(<TraceView trace={{ ...trace, startbriefRuntime: aStart({ session_id: 's' }) }} />)
    expect(screen.queryByLabelText('What the session began with')).toBeNull()
  })

  test('tells what the librarian decided, asked, found and put aside', () => {
    render(
      <TraceView
        trace={{
          ...trace,
          retrievals: [
            aRetrieval('librarian', {
              gate: 'explicit',
              gateBy: 'rules',
              confidence: 0.9,
              reason: 'asks_what_was_said',
              spec: { entities: ['Ana'], topics: ['visit'], timeIntent: 'past' },
              query: 'Ana visit',
              facts: [found('7', 0.61), found(null)],
              episodes: [found('12', 0.4)],
              dropped: 3,
              droppedBecause: { low_score: 2, another_time: 1 },
              needs: ['food'],
              ms: 4.2,
            }),
            aRetrieval('memory', { gate: 'none', gateBy: 'rules', reason: 'low_signal' }),
            aRetrieval('librarian', { gate: 'ambient', query: 'x', missing: 'TimeoutError' }),
            aRetrieval('memory', { gate: 'ambient', gateBy: 'rules', reason: 'always', query: 'y' }),
          ],
        }}
      />,
    )
    const [asked, silent, failed, always] = within(screen.getByLabelText('What was looked up'))
      .getAllByRole('listitem')
      .filter((item) => item.textContent?.match(/^(Librarian|Memory)/))
    expect(asked?.textContent).toContain('3 found, 4 ms')
    expect(asked?.textContent).toContain(
      'the message asks for it (asks what was said); by the rules, 90 % sure',
    )
    expect(asked?.textContent).toContain('“Ana visit”')
    expect(asked?.textContent).toContain('0.61')
    expect(asked?.textContent).toContain('3 put aside: 2 did not fit well enough and 1 from another time.')
    expect(asked?.textContent).toContain('Told unasked, aboutfood')
    expect(silent?.textContent).toContain('Not looked up (low signal)')
    expect(silent?.textContent).not.toContain('found')
    expect(failed?.textContent).toContain('did not answer: TimeoutError')
    expect(always?.textContent).toContain('as this persona does with every message')
  })

  test('says which way the turn went, by which settings, and what a report lacked', () => {
    const details = { settingsVersion: 3, rules: ['send_units'], missing: ['location', 'needs'] }
    render(
      <TraceView
        trace={aTrace({ route: aRoute('answer', 'CAN report: missing location, needs', details) })}
      />,
    )
    const said = screen.getByLabelText('Which way it went').textContent
    expect(said).toContain('Answered at once, no model: CAN report.')
    expect(said).toContain('The report still lacked location and needs.')
    expect(said).toContain('version 3 of the prompt settings')
    expect(said).toContain('Send units')
    expect(screen.queryByLabelText('Run this turn again')).toBeNull()
  })

  test('tells what was advised beforehand, and which models are not here', () => {
    const preflight = aPreflight({
      outcome: 'chosen',
      model: 'deep',
      maxOutputTokens: 900,
      refused: ['first_tool'],
      ms: 80,
    })
    render(<TraceView trace={{ ...trace, preflight, unknownModels: ['gpt-9'] }} />)
    const said = screen.getByLabelText('Before the answer').textContent
    expect(said).toContain('Chosen: the model deep and at most 900 tokens.')
    expect(said).toContain('made no sense: first tool')
    expect(said).toContain('gpt-9')
    cleanup()
    render(<TraceView trace={{ ...trace, preflight: aPreflight() }} />)
    expect(screen.queryByLabelText('Before the answer')).toBeNull()
  })

  test('names every kind of block in words, known or not', () => {
    const kinds = ['recall_sheet', 'ops', 'history', 'brand_new_kind'] as TraceBlock['kind'][]
    expect(kinds.map(blockName)).toEqual([
      'Recalled for this message',
      'What is due',
      'Earlier message',
      'Brand new kind',
    ])
  })

  test('counts only what the model really read', () => {
    expect(weigh(trace.blocks)).toEqual({ kept: 420, compressed: 100, dropped: 900, read: 520 })
    expect(summarize(trace)).toMatchObject({
      read: 520,
      ms: 4300,
      costUsd: 0.0031,
      model: { name: 'second' },
    })
  })

  test('draws each step from where the last one ended, whatever order they came in', () => {
    expect(toSpans(trace.timings)).toEqual({
      totalMs: 4300,
      spans: [
        { name: 'admit', startMs: 0, ms: 3 },
        { name: 'collect', startMs: 3, ms: 57 },
        { name: 'exchange', startMs: 60, ms: 4200 },
        { name: 'finish', startMs: 4260, ms: 40 },
      ],
    })
  })

  test('holds for a trace that has nothing in it', () => {
    render(<TraceView trace={aTrace()} />)
    expect(screen.getByText(/without asking a model/)).toBeTruthy()
  })

  test('reads names and numbers as people do', () => {
    expect(inWords('SUPPLEMENTAL_CONTEXT')).toBe('Supplemental context')
    expect(inWords('userDocs')).toBe('User docs')
    expect(milliseconds(0.2)).toBe('<1 ms')
    expect(milliseconds(1234)).toBe('1.23 s')
  })
})
