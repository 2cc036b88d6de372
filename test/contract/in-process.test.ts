import { contractSuite } from './contract-suite.ts'
import { openInProcessHost } from './in-process-host.ts'

contractSuite('in process', openInProcessHost)
