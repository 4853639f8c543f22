/** Turns what Nest describes into a complete OpenAPI 3.1 document: named schemas, shared failures, access, servers. */
import type { Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';
import {
  failureDescriptions,
  failureResponse,
  responseSchemas,
  schemaIndexKey,
  successResponse,
} from '../../edge/api/api-docs.js';
import { describeLimit } from '../../edge/rate-limit.guard.js';
import { routesOf, type Route } from '../../edge/route-traits.js';
import { describeAccess } from '../../edge/session.guard.js';
import { namedSchemas } from './named-schemas.js';

type Json = Record<string, unknown>;
type Operation = Json & { description?: string; security?: unknown[]; responses: Record<string, unknown> };
type Parameter = { name: string; in: string };

const schemaPath = (name: string) => `#/components/schemas/${name}`;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Converts each part of a document, the innermost first. */
function mapObjects(value: unknown, change: (object: Json) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change));
  if (!isObject(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapObjects(item, change)])));
}

type Wrapped = { properties: { schema: unknown } };

/** Converts all response schemas, without the bounds that every integer has. */
function convertSchemas(): { named: Record<string, unknown>; byIndex: unknown[] } {
  const registry = namedSchemas();
  registry.add(successResponse, { id: 'Success' });
  registry.add(failureResponse, { id: 'Failure' });
  // A schema has only one name: an exported one is wrapped.
  responseSchemas.forEach((schema, index) => registry.add(z.object({ schema }), { id: String(index) }));
  const { schemas } = z.toJSONSchema(registry, {
    uri: schemaPath,
    override: ({ jsonSchema }) => {
      // Clients should accept fields that later versions add.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (jsonSchema.minimum === -Number.MAX_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const plain = Object.entries(schemas).map(([id, { $schema: _draft, $id: _id, id: _name, ...schema }]) => [
    id,
    schema,
  ]);
  const all = Object.fromEntries(plain) as Record<string, unknown>;
  return {
    named: Object.fromEntries(Object.entries(all).filter(([id]) => !/^\d+$/.test(id))),
    byIndex: responseSchemas.map((_schema, index) => (all[String(index)] as Wrapped).properties.schema),
  };
}

/** Nest describes inputs in OpenAPI 3.0, where "nullable" and "exclusiveMinimum" aren't JSON Schema. */
function toJsonSchema({ nullable, exclusiveMinimum, exclusiveMaximum, ...schema }: Json): Json {
  const result: Json = { ...schema };
  // The default of parameters.
  if (schema['required'] === false) delete result['required'];
  // The format says the same.
  if (typeof schema['format'] === 'string') delete result['pattern'];
  if (exclusiveMinimum === true) Object.assign(result, { exclusiveMinimum: schema['minimum'], minimum: undefined });
  else if (exclusiveMinimum !== undefined) result['exclusiveMinimum'] = exclusiveMinimum;
  if (exclusiveMaximum === true) Object.assign(result, { exclusiveMaximum: schema['maximum'], maximum: undefined });
  else if (exclusiveMaximum !== undefined) result['exclusiveMaximum'] = exclusiveMaximum;
  if (nullable !== true) return result;
  if (typeof schema['type'] === 'string') return { ...result, type: [schema['type'], 'null'] };
  return { anyOf: [result, { type: 'null' }] };
}

/** As Nest writes paths: "/main/post/{id}". */
const documentedPath = (path: string) => path.replaceAll(/[:*](\w+)/g, '{$1}');

interface DescribedRoute extends Route {
  controller: Type;
}

/** Says who may call an operation, how often, and whether caches keep the response. */
function describeUse({ controller, handler, isCached }: DescribedRoute): string {
  const sentences = [describeAccess(controller, handler), describeLimit(controller, handler)];
  if (isCached) sentences.push('Cacheable; see Cache-Control.');
  return sentences.filter(Boolean).join(' ');
}

/** Path parameters that no decorator describes. */
function missingParameters(path: string, parameters: Parameter[]): object[] {
  const described = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) =>
    described.includes(name) ? [] : [{ name, in: 'path', required: true, schema: { type: 'string' } }],
  );
}

/** Refers to the shared failures. */
const shortResponse = (status: string, response: unknown) =>
  isObject(response) &&
  response['description'] === failureDescriptions[Number(status)] &&
  JSON.stringify(response).includes(schemaPath('Failure'))
    ? { $ref: `#/components/responses/${status}` }
    : response;

function completeOperation(path: string, operation: Operation, route: DescribedRoute | undefined): Operation {
  const parameters = (operation['parameters'] ?? []) as Parameter[];
  const use = route ? describeUse(route) : '';
  return {
    ...operation,
    description: [operation.description, use].filter(Boolean).join('\n\n'),
    parameters: [...parameters, ...missingParameters(path, parameters)],
    security: operation.security ?? [],
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [status, shortResponse(status, response)]),
    ),
  };
}

/** Replaces what several operations repeat by references to a component. */
class SharedParts {
  private readonly counts = new Map<string, number>();
  private readonly names = new Map<string, string>();

  /** @param path of the components, such as "#/components/parameters/" */
  constructor(private readonly path: string) {}

  count(part: unknown): void {
    const text = JSON.stringify(part);
    this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
  }

  /** @param name of the component; other parts with the same name stay where they are */
  refer(part: unknown, name: string | undefined): unknown {
    const text = JSON.stringify(part);
    if (!name || (this.counts.get(text) ?? 0) < 2) return part;
    const owner = [...this.names].find(([, taken]) => taken === name)?.[0];
    if (owner !== undefined && owner !== text) return part;
    this.names.set(text, name);
    return { $ref: this.path + name };
  }

  get components(): Record<string, unknown> {
    return Object.fromEntries([...this.names].map(([text, name]) => [name, JSON.parse(text) as unknown]));
  }
}

/** Names a successful response by its data: "Done", "Post" or "PostList"; undefined for other responses. */
function nameOfSuccess(response: unknown): string | undefined {
  const [, type, name] =
    /"properties":\{"data":(\{"type":"array","items":)?\{"\$ref":"#\/components\/schemas\/(\w+?)(?:Response)?"\}/.exec(
      JSON.stringify(response),
    ) ?? [];
  if (name) return type ? `${name}List` : name;
  return JSON.stringify(response).includes('"data":{"type":"null"}') ? 'Done' : undefined;
}

/** Moves parameters and successful responses that several operations have into the components. */
function sharePartsOf(operations: Operation[]) {
  const parameters = new SharedParts('#/components/parameters/');
  const responses = new SharedParts('#/components/responses/');
  const parametersOf = (operation: Operation) => operation['parameters'] as Parameter[];
  for (const operation of operations) {
    for (const parameter of parametersOf(operation)) parameters.count(parameter);
    for (const response of Object.values(operation.responses)) responses.count(response);
  }
  for (const operation of operations) {
    const references = parametersOf(operation).map((each) => parameters.refer(each, each.name));
    operation['parameters'] = references.length > 0 ? references : undefined;
    for (const [status, response] of Object.entries(operation.responses))
      operation.responses[status] = responses.refer(response, nameOfSuccess(response));
  }
  return { parameters: parameters.components, responses: responses.components };
}

const sharedFailures = () =>
  Object.fromEntries(
    Object.entries(failureDescriptions).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: { $ref: schemaPath('Failure') } } } },
    ]),
  );

/**
 * @param document from Nest
 * @param controllers all of the application
 * @param publicUrl address of the site
 */
export function completeDocument(
  document: OpenAPIObject,
  controllers: readonly Type[],
  publicUrl: string,
): OpenAPIObject {
  const { named, byIndex } = convertSchemas();
  const routes = new Map(
    controllers.flatMap((controller) =>
      routesOf([controller]).map((route) => [
        `${route.method} ${documentedPath(route.path)}`,
        { ...route, controller },
      ]),
    ),
  );
  const converted = mapObjects(document, (part) =>
    typeof part[schemaIndexKey] === 'number' ? byIndex[part[schemaIndexKey]] : toJsonSchema(part),
  ) as OpenAPIObject;
  const paths = Object.fromEntries(
    Object.entries(converted.paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item as Record<string, Operation>).map(([method, operation]) => [
          method,
          completeOperation(path, operation, routes.get(`${method.toUpperCase()} ${path}`)),
        ]),
      ),
    ]),
  );
  const shared = sharePartsOf(Object.values(paths).flatMap((item) => Object.values(item)));
  return {
    ...converted,
    servers: [{ url: publicUrl }],
    paths,
    components: {
      ...converted.components,
      schemas: { ...converted.components?.schemas, ...(named as NonNullable<OpenAPIObject['components']>['schemas']) },
      responses: { ...sharedFailures(), ...shared.responses },
      parameters: shared.parameters,
    },
  } as OpenAPIObject;
}
