import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { CodeOperations } from '#client/codes.ts'
import type { Rejection } from '#domain/commands/command.ts'
import { useAccount } from '#src/app/client-context.tsx'
import type { paths } from '#src/routes/route-table.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useLoaded } from '#src/ui/use-on-demand.ts'
import { useText } from '#src/ui/use-text.ts'

interface WithCodesProps {
  readonly children: (codes: CodeOperations) => ReactNode
}

/** Renders a part with the operations on codes, whose code is loaded with the first page that needs it. */
export const WithCodes = ({ children }: WithCodesProps) => {
  const text = useText()
  const { loaded, hasFailed, retry } = useLoaded(useAccount().loadCodes)
  if (loaded !== undefined) return children(loaded)
  return hasFailed ? <ErrorState title={text('codes.failed')} onRetry={retry} /> : <SkeletonList rows={1} />
}

interface RejectedCodeProps {
  /** Why its look-up failed; undefined if the code is not valid (any more). */
  readonly rejection: Rejection | undefined
  readonly to: (typeof paths)['scan' | 'contact']
}

/** Shows a toast with the reason why a code is not valid, and goes to another page [FRIEND-20 QR-14]. */
export const RejectedCode = ({ rejection, to }: RejectedCodeProps) => {
  const text = useText()
  const toasts = useToasts()
  const reason = rejection === undefined ? text('codes.invalid') : (rejection.text ?? text('codes.failed'))
  useEffect(() => {
    toasts.show({ kind: 'error', text: reason })
  }, [toasts, reason])
  return <Navigate to={to} replace />
}
