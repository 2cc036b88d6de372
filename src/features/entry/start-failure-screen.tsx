import { CircleAlert, LockKeyhole, RotateCw } from 'lucide-react'
import { missingPowers } from '#src/platform/device.ts'
import { Button } from '#src/ui/button.tsx'
import { useText } from '#src/ui/use-text.ts'
import { DiagnosticsTable, type KnownFacts } from './diagnostics-table.tsx'
import { NoticePage } from './notice-page.tsx'

const nothingKnown: KnownFacts = { clientId: undefined, app: undefined, endpoints: undefined }

/** The app cannot start: why, a reload, and what to report (DEC-75) [BOOT-07]. */
export const StartFailureScreen = ({ code }: { readonly code: number | undefined }) => {
  const text = useText()
  return (
    <NoticePage
      icon={<CircleAlert />}
      title={text('errors.start-failed')}
      description={code === undefined ? text('errors.error') : text('errors.bad-environment', { code })}
      actions={
        <Button
          variant="primary"
          icon={<RotateCw aria-hidden="true" />}
          onPress={() => window.location.reload()}
        >
          {text('common.refresh')}
        </Button>
      }
    >
      <DiagnosticsTable {...nothingKnown} />
    </NoticePage>
  )
}

/** Over plain HTTP a browser withholds what the app is built on: says what, and where to open it instead (DEC-117). */
export const InsecureScreen = () => {
  const text = useText()
  const missing = missingPowers().join(', ')
  return (
    <NoticePage
      icon={<LockKeyhole />}
      title={text('common.insecure.title')}
      description={text('common.insecure.description', { missing })}
    >
      <DiagnosticsTable {...nothingKnown} />
    </NoticePage>
  )
}
