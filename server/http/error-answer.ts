/** The one place that turns an error into an answer: callers' mistakes with their sentence, ours with a request id only. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors'
import { bodyBytesMax } from '#contract/limits'
import { ApiError, apiError } from './verb.ts'

/** Characters of a path that an error sentence repeats. */
const pathLengthMax = 120

/** Handles errors thrown on a route, and requests for routes that do not exist. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    sendError(reply, asApiError(error, request))
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1).join('').slice(0, pathLengthMax)
    sendError(reply, apiError('no_such_route', { method: request.method, path }))
  })
}

/** Answers a request that Fastify could not route at all, such as one with a malformed escape in its path. */
export function answerUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  sendError(reply, asApiError(error, request))
}

/** The body of every error answer. */
function errorBody(error: ApiError): { error: string; code: ErrorCode } {
  return { error: error.message, code: error.code }
}

function sendError(reply: FastifyReply, error: ApiError): void {
  reply
    .code(error.status)
    .headers(error.headers)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(error)))
}

function asApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  const { code, statusCode, message } = shapeOf(error)
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return apiError('unsupported_media_type', { got: request.headers['content-type'] ?? 'nothing' })
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return apiError('body_too_large', { limitBytes: bodyBytesMax })
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return apiError('invalid_json', { reason: 'it is not valid JSON' })
  }
  if (error instanceof SyntaxError && statusCode === 400) {
    return apiError('invalid_json', { reason: 'it is not valid JSON' })
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return apiError('bad_request', { reason: message })
  }
  request.log.error({ err: error }, 'a request failed')
  return apiError('internal', { requestId: request.id })
}

function shapeOf(error: unknown): { code?: unknown; statusCode?: number; message: string } {
  if (!(error instanceof Error)) return { message: String(error) }
  const statusCode = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined
  return {
    message: error.message,
    ...('code' in error && { code: error.code }),
    ...(statusCode !== undefined && { statusCode }),
  }
}
