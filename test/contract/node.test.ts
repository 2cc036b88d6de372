import { contractSuite } from './contract-suite.ts'
import { openNodeHost } from './node-host.ts'

contractSuite(openNodeHost)
