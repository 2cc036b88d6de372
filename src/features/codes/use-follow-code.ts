import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type RecognizedCode, recognizeCode } from '#domain/codes/recognize-code.ts'
import { useApp } from '#src/app/app-context.ts'
import { paths } from '#src/routes/route-table.ts'

/** A recognized text that leads to no page of the app. */
export type ForeignCode = Extract<RecognizedCode, { readonly kind: 'link' | 'text' }>

/** Opens the page of a scanned, typed or pasted text; returns the text itself if it has none [QR-05 QR-11]. */
export const useFollowCode = (): ((text: string) => ForeignCode | undefined) => {
  const navigate = useNavigate()
  const { diagnostics } = useApp()
  return useCallback(
    (text) => {
      const recognized = recognizeCode(text, [window.location.origin, ...originsOf(diagnostics.endpoints)])
      switch (recognized.kind) {
        case 'user':
          void navigate({
            to: paths.friendRequest,
            search: { code: recognized.code, source: 'qrcode' },
          })
          return undefined
        case 'group':
          void navigate({ to: paths.joinGroup, search: { code: recognized.code } })
          return undefined
        case 'registration':
          void navigate({ to: paths.invitation, search: { code: recognized.code } })
          return undefined
        case 'group-page':
          void navigate({ to: paths.joinableGroup, params: { groupId: recognized.groupId } })
          return undefined
        default:
          return recognized
      }
    },
    [navigate, diagnostics],
  )
}

/** The origins of this installation's endpoints, on which its codes may be (DEC-78). */
const originsOf = (endpoints: object): string[] =>
  Object.values(endpoints)
    .filter((address): address is string => typeof address === 'string' && URL.canParse(address))
    .map((address) => new URL(address).origin)
