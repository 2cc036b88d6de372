import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Rejection } from '#domain/commands/command.ts'
import {
  checkByRule,
  type FieldError,
  type FieldHint,
  type FieldRule,
  hintOf,
} from '#domain/forms/field-rule.ts'
import type { Attempt } from '#machines/submission/submission-machine.ts'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useSubmission } from './use-submission.ts'

type Texts<Name extends string> = Readonly<Record<Name, string>>
type Errors<Name extends string> = { readonly [Field in Name]?: FieldError | undefined }

interface FormOptions<Name extends string> {
  /** The initial values. Fields that are not edited yet follow later changes, for example by another manager. */
  readonly initial: Texts<Name>
  /** Returns the errors of the values by field. Nothing is sent while there are any. */
  readonly check?: (values: NoInfer<Texts<Name>>) => NoInfer<Errors<Name>>
  /** The rules of fields that `check` does not cover; each shows a hint [ERR-04 ERR-05]. */
  readonly rules?: Partial<Record<NoInfer<Name>, FieldRule>>
  /** Filters the input of a field, for example to the digits of a phone number. */
  readonly accept?: Partial<Record<NoInfer<Name>, (typed: string) => string>>
}

const noErrors: Errors<never> = {}

/** `Object.keys` returns strings. These are the object's own keys. */
const ownNames = <Name extends string>(record: Partial<Record<Name, unknown>> = {}): readonly Name[] =>
  Object.keys(record) as Name[]

/** Props of one text field. */
export interface FieldBinding extends FieldHint {
  readonly value: string
  readonly onChange: (typed: string) => void
  readonly error: string | undefined
}

export interface Form<Name extends string> {
  readonly values: Texts<Name>
  readonly isSubmitting: boolean
  /** Whether `check` returns no error, shown or not. */
  readonly isValid: boolean
  /** The form element. After a rejection the focus moves to its first invalid field. */
  readonly element: RefObject<HTMLFormElement | null>
  field(name: Name): FieldBinding
  change(name: Name, typed: string): void
  /** Shows an error at a field. */
  reject(name: Name, error: FieldError): void
  /** Returns a submit handler: checks the values, then starts the attempt unless one is running. */
  submitting(attempt: (values: Texts<Name>) => ReturnType<Attempt>): (event: FormEvent) => void
}

/**
 * The state of a form: values and errors. Errors appear on submit and disappear when their field changes. A server's
 * rejection appears at the field that it names, else as a toast [ERR-01 ERR-02]. The values stay.
 */
export const useForm = <Name extends string>(options: FormOptions<Name>): Form<Name> => {
  const text = useText()
  const rejectionText = useRejectionText()
  const toasts = useToasts()
  const element = useRef<HTMLFormElement>(null)
  const [values, setValues] = useFollowing(options.initial)
  const [shown, setShown] = useState<Errors<Name>>(noErrors)
  const [rejectedTimes, setRejectedTimes] = useState(0)

  const fieldOf = (rejection: Rejection): Name | undefined =>
    ownNames(options.initial).find((name) => name === rejection.field)
  const submission = useSubmission((rejection) => {
    if (fieldOf(rejection) === undefined) toasts.show({ kind: 'error', text: rejectionText(rejection) })
    else setRejectedTimes((times) => times + 1)
  })
  useEffect(() => {
    if (rejectedTimes > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [rejectedTimes])

  const show = (errors: Errors<Name>) => {
    setShown(errors)
    setRejectedTimes((times) => times + 1)
  }
  const change = (name: Name, typed: string) => {
    setValues((previous) => ({ ...previous, [name]: options.accept?.[name]?.(typed) ?? typed }))
    setShown((previous) => ({ ...previous, [name]: undefined }))
    if (submission.rejection && fieldOf(submission.rejection) === name) submission.edited()
  }
  const errorText = (name: Name): string | undefined => {
    const error = shown[name]
    if (error) return text(error.key, error.values)
    const { rejection } = submission
    return rejection && fieldOf(rejection) === name ? rejectionText(rejection) : undefined
  }
  const check = (given: Texts<Name>): Errors<Name> => {
    const own: Errors<Name> = options.check?.(given) ?? noErrors
    const byRule = ownNames(options.rules).flatMap((name) => {
      const rule = options.rules?.[name]
      const error = own[name] ?? (rule && checkByRule(given[name], rule))
      return error ? [[name, error] as const] : []
    })
    return { ...own, ...Object.fromEntries(byRule) }
  }
  const helperFor = (name: Name): FieldHint => {
    const rule = options.rules?.[name]
    return rule === undefined ? {} : hintOf(rule)
  }
  const hasErrors = (errors: Errors<Name>): boolean => Object.values(errors).some(Boolean)

  return {
    values,
    isSubmitting: submission.isSubmitting,
    isValid: !hasErrors(check(values)),
    element,
    field: (name) => ({
      value: values[name],
      onChange: (typed) => change(name, typed),
      error: errorText(name),
      ...helperFor(name),
    }),
    change,
    reject: (name, error) => show({ ...shown, [name]: error }),
    submitting: (attempt) => (event) => {
      event.preventDefault()
      const errors = check(values)
      if (hasErrors(errors)) return show(errors)
      submission.submit(() => attempt(values))
    },
  }
}

/** The values of the fields. A field that still has its former initial value takes the new one. */
const useFollowing = <Name extends string>(initial: Texts<Name>) => {
  const [values, setValues] = useState(initial)
  const [followed, setFollowed] = useState(initial)
  const moved = ownNames(initial).filter((name) => initial[name] !== followed[name])
  if (moved.length > 0) {
    const unedited = moved.filter((name) => values[name] === followed[name])
    setFollowed(initial)
    setValues({ ...values, ...Object.fromEntries(unedited.map((name) => [name, initial[name]])) })
  }
  return [values, setValues] as const
}
