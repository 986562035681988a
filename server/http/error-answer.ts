/** Turns every error into an answer: callers' mistakes with their sentence, ours with a request id only. */
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors'
import { bodyBytesMax } from '#contract/limits'
import { DatabaseAwayError } from '../platform/database/pool.ts'
import { hasErrorCode } from '../platform/error-code.ts'
import { FilesAwayError } from '../platform/files/away.ts'
import { PaymentsAwayError, PaymentsRefusedError } from '../platform/payments/errors.ts'
import { shown, shownName } from '../platform/shown.ts'
import { shownPath } from '../usage/usage-batch.ts'
import type { KnownRoutes } from './known-routes.ts'
import { ApiError, apiError } from './verb.ts'

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    sendError(reply, asApiError(error, request))
  })
}

type Send = (request: FastifyRequest, reply: FastifyReply, error: ApiError) => void

const sendOurs: Send = (_, reply, error) => sendError(reply, error)

/** `send` sends it in the form of the path's API. */
export function answerUnknownRoutes(app: FastifyInstance, routes: KnownRoutes, send = sendOurs): void {
  app.setNotFoundHandler((request, reply) => send(request, reply, unknownRoute(request, routes)))
}

/** Of a path that is not known, or not with this method. */
function unknownRoute(request: FastifyRequest, routes: KnownRoutes): ApiError {
  const methods = routes.methodsAt(pathOf(request))
  if (methods.length === 0) return noSuchRoute(request)
  const asked = { method: request.method, path: shownName(shownPath(pathOf(request))) }
  return apiError('wrong_method', { ...asked, methods }, { allow: methods.join(', ') })
}

export function noSuchRoute(request: FastifyRequest): ApiError {
  return apiError('no_such_route', { method: request.method, path: shownName(shownPath(pathOf(request))) })
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1).join('')
}

/** For what is not HTTP, or exceeded a limit before it was a request; the connection ends. */
export function answerUnreadable(error: Error, socket: Socket): void {
  if (socket.writable && !hasErrorCode(error, 'ECONNRESET')) socket.write(answerText(unreadable(error)))
  socket.destroy()
}

/** For a request that is not read to its end; the connection ends. */
export function cutOff(request: IncomingMessage, error = apiError('request_timeout', undefined)): void {
  if (request.socket.writable) request.socket.write(answerText(error))
  request.destroy()
}

function unreadable(error: Error): ApiError {
  if (hasErrorCode(error, 'HPE_HEADER_OVERFLOW')) return apiError('headers_too_large', undefined)
  if (hasErrorCode(error, 'ERR_HTTP_REQUEST_TIMEOUT')) return apiError('request_timeout', undefined)
  return apiError('bad_request', { reason: 'it is not well-formed HTTP' })
}

/** Raw HTTP, where there is no reply object. */
function answerText(error: ApiError): string {
  const body = errorBody(error)
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    `content-type: ${contentType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(error.headers).map(([name, value]) => `${name}: ${value}`),
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

const contentType = 'application/json; charset=utf-8'

export function sendError(reply: FastifyReply, error: ApiError): void {
  reply.code(error.status).headers(error.headers).header('content-type', contentType).send(errorBody(error))
}

export function errorBody(error: ApiError): string {
  const body: { error: string; code: ErrorCode } = { error: error.message, code: error.code, ...error.members }
  return JSON.stringify(body)
}

/** Our own mistakes are logged. */
export function asApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  // In a hook-free context the logger does not name the request.
  const log = request.log === request.server.log ? request.log.child({ reqId: request.id }) : request.log
  if (error instanceof DatabaseAwayError) {
    log.warn(error.message)
    return apiError('not_ready', { waitingFor: ['the database'] })
  }
  if (error instanceof FilesAwayError) {
    log.warn(error.message)
    return apiError('not_ready', { waitingFor: ['the store of images'] })
  }
  if (error instanceof PaymentsAwayError) {
    log.warn(error.message)
    return apiError('payments_away', undefined)
  }
  if (error instanceof PaymentsRefusedError) {
    log.error(error.message)
    return apiError('payments_refused', undefined)
  }
  const { code, statusCode, message } = shapeOf(error)
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return apiError('unsupported_media_type', { got: shown(request.headers['content-type']) })
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return apiError('body_too_large', { limitBytes: request.routeOptions.bodyLimit ?? bodyBytesMax })
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return apiError('path_too_long', undefined)
    case 'FST_ERR_BAD_URL':
      return apiError('bad_request', { reason: 'its path holds a % without two hexadecimal digits, or no UTF-8' })
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return apiError('invalid_json', { reason: 'it is not valid JSON' })
  }
  if (error instanceof SyntaxError && statusCode === 400) {
    return apiError('invalid_json', { reason: 'it is not valid JSON' })
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return apiError('bad_request', { reason: shownName(message) })
  }
  log.error({ err: error }, 'a request failed')
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
