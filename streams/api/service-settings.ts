import { type ServiceSettings, toServiceSettings } from '#schemas/translate/service-settings.ts'
import { getSystemSetting } from '#schemas/wire/calls/service-settings.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'

/** [USER-09] */
export const getServiceSettings = async (
  caller: Caller,
  options?: CallOptions,
): Promise<CallResult<ServiceSettings>> =>
  mapResult(await caller.call(getSystemSetting, {}, options), toServiceSettings)
