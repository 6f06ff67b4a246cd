/** One version of the settings, being changed. Saved with the version it was based on, so that nobody's work is lost. */
import { type FormEvent, useState } from 'react'
import { promptSettings as api } from '../../../api/endpoints'
import { ApiError } from '../../../api/http'
import type { SettingsVersion } from '../../../api/types'
import { useWords } from '../../../language/words'
import { Button } from '../../../ui/button'
import { AreaField, Field } from '../../../ui/field'
import { Notice, TroubleText } from '../../../ui/notice'
import {
  changedFields,
  type Draft,
  type Faults,
  type RuleList,
  readFaults,
  tidy,
  toDraft,
  toSettings,
} from './draft'
import { RuleRows } from './rule-rows'
import { promptWords } from './words'

const LISTS: RuleList[] = ['actionable', 'conversational', 'canRequests']

interface PromptFormProps {
  newest: SettingsVersion
  onSaved: (saved: SettingsVersion) => void
  /** Gives up the changes and loads what somebody else saved. */
  onLoadTheirs: () => void
  onDirty: (isDirty: boolean) => void
}

export function PromptForm({ newest, onSaved, onLoadTheirs, onDirty }: PromptFormProps) {
  const says = useWords(promptWords)
  const { labels, hints } = says
  const [draft, setDraft] = useState<Draft>(() => toDraft(newest.settings))
  const [faults, setFaults] = useState<Faults>({})
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const isDirty = changedFields(newest.settings, toSettings(draft)).length > 0
  const isStale = error instanceof ApiError && error.code === 'stale_version'

  function change(part: Partial<Draft>) {
    const next = { ...draft, ...part }
    setDraft(next)
    onDirty(changedFields(newest.settings, toSettings(next)).length > 0)
  }

  async function save(basedOn: () => Promise<number>) {
    const sent = tidy(draft)
    setDraft(sent)
    setBusy(true)
    setError(null)
    setFaults({})
    try {
      onSaved(await api.save(await basedOn(), toSettings(sent)))
    } catch (failure) {
      const found = readFaults(failure, sent)
      if (found) setFaults(found)
      else setError(failure)
      setBusy(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void save(async () => newest.version)
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <AreaField
        label={labels.thinPrompt}
        hint={hints.thinPrompt}
        error={faults.thinPrompt ?? null}
        value={draft.thinPrompt}
        maxLength={8000}
        onChange={(event) => change({ thinPrompt: event.target.value })}
      />
      <div className="border-line border-b">
        {LISTS.map((list) => (
          <RuleRows
            key={list}
            label={labels[list]}
            hint={hints[list]}
            rows={draft[list]}
            faults={faults}
            fault={faults[list]}
            onChange={(rows) => change({ [list]: rows })}
          />
        ))}
      </div>
      <AreaField
        label={labels.actionEntities}
        hint={hints.actionEntities}
        error={faults.actionEntities ?? null}
        value={draft.actionEntities}
        isCode
        onChange={(event) => change({ actionEntities: event.target.value })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={labels.historyTokens}
          type="number"
          min={0}
          max={1_000_000}
          required
          hint={hints.historyTokens}
          error={faults.historyTokens ?? null}
          value={draft.historyTokens}
          onChange={(event) => change({ historyTokens: event.target.value })}
        />
        <Field
          label={labels.promptTokens}
          type="number"
          min={500}
          max={1_000_000}
          required
          hint={hints.promptTokens}
          error={faults.promptTokens ?? null}
          value={draft.promptTokens}
          onChange={(event) => change({ promptTokens: event.target.value })}
        />
      </div>
      {Object.keys(faults).length > 0 && <Notice tone="rust">{says.nothingSaved}</Notice>}
      {isStale && (
        <Notice
          tone="amber"
          actions={
            <>
              <Button onClick={onLoadTheirs}>{says.loadTheirs}</Button>
              <Button look="quiet" onClick={() => void save(async () => (await api.newest()).version)}>
                {says.saveMine}
              </Button>
            </>
          }
        >
          {says.stale}
        </Notice>
      )}
      {error !== null && !isStale && (
        <Notice tone="rust">
          <TroubleText error={error} />
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="solid" disabled={isBusy || !isDirty}>
          {says.saveAs(newest.version + 1)}
        </Button>
        {isDirty && !isBusy && (
          <Button
            look="quiet"
            onClick={() => {
              setDraft(toDraft(newest.settings))
              setFaults({})
              setError(null)
              onDirty(false)
            }}
          >
            {says.undo}
          </Button>
        )}
        <p className="text-ink-faint text-sm">{says.holds}</p>
      </div>
    </form>
  )
}
