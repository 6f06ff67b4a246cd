import type { Persona } from '../../api/types'
import { Mark } from '../../ui/mark'

interface WelcomeProps {
  name: string | null
  personas: Persona[]
  chosen: Persona | null
  onChoose: (persona: Persona) => void
}

export function Welcome({ name, personas, chosen, onChoose }: WelcomeProps) {
  return (
    <div className="flex w-full flex-col pt-[4vh] pb-6 @2xl:pt-[10vh] @2xl:pl-32">
      <Mark size={44} />
      <h1 className="mt-5 text-balance font-semibold font-serif text-[2rem] leading-tight tracking-[-0.02em] sm:text-[2.5rem]">
        {greeting(new Date().getHours())}
        {name ? `, ${name.split(' ')[0]}` : ''}.
      </h1>
      <p className="mt-3 max-w-lg text-pretty text-ink-soft text-lg">
        Start anywhere. What you say is kept, and every answer can be opened to see why it was given.
      </p>
      {personas.length > 1 && (
        <fieldset className="mt-9">
          <legend className="mb-2.5 font-medium text-ink-faint text-sm">
            Who would you like to talk to?
          </legend>
          <div className="grid gap-2 sm:grid-cols-2">
            {personas.map((persona) => (
              <label
                key={persona.id}
                className="flex flex-col rounded-xl border border-line px-4 py-3 transition-colors hover:border-line-strong has-checked:border-kelp has-checked:bg-kelp-wash/60 has-focus-visible:outline-2 has-focus-visible:outline-(--focus)"
              >
                <input
                  type="radio"
                  name="persona"
                  className="sr-only"
                  checked={persona.id === chosen?.id}
                  onChange={() => onChoose(persona)}
                />
                <span className="font-medium">{persona.name}</span>
                {persona.description && (
                  <span className="mt-0.5 text-pretty text-[0.9375rem] text-ink-faint">
                    {persona.description}
                  </span>
                )}
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  )
}

function greeting(hour: number): string {
  if (hour < 5) return 'Good night'
  if (hour < 12) return 'Good morning'
  if (hour < 18) return 'Good afternoon'
  return 'Good evening'
}
