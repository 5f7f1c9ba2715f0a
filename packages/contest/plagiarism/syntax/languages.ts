/**
 * The languages with a known grammar. TypeScript and JavaScript are treated as one language, since copies are often
 * translated between them.
 */
export const LANGUAGES = ['C++', 'TypeScript', 'Java', 'Python', 'Rust'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The name of a grammar file of `@vscode/tree-sitter-wasm`, without its folder. */
export type Grammar = 'cpp' | 'typescript' | 'tsx' | 'java' | 'python' | 'rust';

const BY_ENDING: Readonly<Record<string, { readonly language: Language; readonly grammar: Grammar }>> =
  Object.fromEntries(
    (
      [
        ['C++', 'cpp', 'cc cpp cxx c++ c h hh hpp hxx cc.txt'],
        ['TypeScript', 'typescript', 'ts mts cts js mjs cjs'],
        ['TypeScript', 'tsx', 'tsx jsx'],
        ['Java', 'java', 'java'],
        ['Python', 'python', 'py'],
        ['Rust', 'rust', 'rs'],
      ] as const
    ).flatMap(([language, grammar, endings]) => endings.split(' ').map((ending) => [ending, { language, grammar }])),
  );

/** Returns the language of a file by its extension; undefined if the extension isn't known. */
export function languageOf(
  file: string,
): { readonly language: Language; readonly grammar: Grammar; readonly ending: string } | undefined {
  const [, ending] = /\.(cc\.txt|[^.]+)$/i.exec(file) ?? [];
  const found = ending === undefined ? undefined : BY_ENDING[ending.toLowerCase()];
  return found && { ...found, ending };
}

/** The rules by which a grammar's tree is converted to tokens. Node types are named as in the grammar. */
export interface TokenRules {
  /**
   * Nodes that are left out with everything below them, since they don't affect a program's logic: comments, types, and
   * imports.
   */
  readonly left: ReadonlySet<string>;
  /** Fields whose nodes are left out, such as the types of variables, as `field` or `node.field`. */
  readonly leftFields: ReadonlySet<string>;
  /** Leaves that are left out: punctuation, and words that can be added or removed without effect. */
  readonly leftLeaves: ReadonlySet<string>;
  /** Names that the program itself defines, as `node.field` or `node` (each name directly below it). */
  readonly declares: ReadonlySet<string>;
  /** Nodes below which every name is a name that the program defines. */
  readonly declaresAll: ReadonlySet<string>;
  /** Leaves that are names. */
  readonly names: ReadonlySet<string>;
  /** Nodes that become a single token, with everything below them. */
  readonly whole: Readonly<Record<string, string>>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const PUNCTUATION = '( ) { } [ ] , ; : . -> :: ?. => @';

const C: TokenRules = {
  left: words(`comment preproc_include preproc_def preproc_function_def preproc_ifdef_name using_declaration access_specifier
    alias_declaration type_definition template_parameter_list base_class_clause primitive_type type_identifier template_type
    type_descriptor type_qualifier storage_class_specifier virtual virtual_specifier placeholder_type_specifier sized_type_specifier
    template_argument_list namespace_identifier trailing_return_type attribute_declaration explicit_function_specifier noexcept
    lambda_capture_specifier abstract_function_declarator`),
  leftFields: words('declaration.type parameter_declaration.type field_declaration.type cast_expression.type'),
  leftLeaves:
    words(`${PUNCTUATION} & * # struct class enum public private protected const static inline using namespace typedef
    template typename virtual override auto constexpr`),
  declares: words(`init_declarator.declarator parameter_declaration.declarator optional_parameter_declaration.declarator
    function_declarator.declarator pointer_declarator.declarator reference_declarator array_declarator.declarator
    declaration.declarator field_declaration.declarator for_range_loop.declarator enumerator.name field_initializer
    pointer_declarator parenthesized_declarator`),
  declaresAll: words('structured_binding_declarator'),
  names: words('identifier field_identifier this statement_identifier'),
  whole: {
    number_literal: '0',
    char_literal: '0',
    string_literal: '""',
    raw_string_literal: '""',
    concatenated_string: '""',
  },
};

const SCRIPT: TokenRules = {
  left: words(`comment import_statement type_annotation type_arguments type_parameters type_alias_declaration interface_declaration
    accessibility_modifier ambient_declaration asserts_annotation type_predicate_annotation implements_clause override_modifier
    hash_bang_line decorator predefined_type`),
  leftFields: words('as_expression.type satisfies_expression.type return_type'),
  leftLeaves:
    words(`${PUNCTUATION} const let var async await static readonly export default function class extends abstract
    declare as satisfies ?`),
  declares: words(`variable_declarator.name function_declaration.name function_expression.name class_declaration.name
    method_definition.name formal_parameters required_parameter.pattern optional_parameter.pattern arrow_function.parameter
    public_field_definition.name field_definition.property for_in_statement.left catch_clause.parameter enum_declaration.name
    pair.key enum_assignment.name enum_body`),
  declaresAll: words('array_pattern object_pattern rest_pattern'),
  names: words(`identifier property_identifier shorthand_property_identifier shorthand_property_identifier_pattern this
    private_property_identifier type_identifier`),
  whole: { number: '0', string: '""', regex: '""', template_string: '""' },
};

const JAVA: TokenRules = {
  left: words(`line_comment block_comment import_declaration package_declaration modifiers type_parameters type_arguments
    integral_type floating_point_type boolean_type void_type type_identifier generic_type scoped_type_identifier array_type
    superclass super_interfaces dimensions throws`),
  leftFields: words(
    'local_variable_declaration.type field_declaration.type formal_parameter.type cast_expression.type',
  ),
  leftLeaves: words(`${PUNCTUATION} class interface enum record`),
  declares: words(`variable_declarator.name method_declaration.name formal_parameter.name class_declaration.name
    constructor_declaration.name enhanced_for_statement.name lambda_expression.parameters inferred_parameters
    catch_formal_parameter.name enum_constant.name record_declaration.name enum_declaration.name`),
  declaresAll: words('inferred_parameters'),
  names: words('identifier this'),
  whole: {
    decimal_integer_literal: '0',
    hex_integer_literal: '0',
    binary_integer_literal: '0',
    octal_integer_literal: '0',
    decimal_floating_point_literal: '0',
    character_literal: '0',
    string_literal: '""',
  },
};

const PYTHON: TokenRules = {
  left: words(
    'comment import_statement import_from_statement future_import_statement type decorator global_statement nonlocal_statement',
  ),
  leftFields: words('return_type'),
  leftLeaves: words(`${PUNCTUATION} pass def class async await _newline`),
  declares: words(`function_definition.name class_definition.name parameters default_parameter.name typed_parameter
    typed_default_parameter.name lambda_parameters assignment.left for_statement.left for_in_clause.left named_expression.name
    as_pattern_target keyword_argument.name list_splat_pattern dictionary_splat_pattern`),
  declaresAll: words('pattern_list tuple_pattern list_pattern'),
  names: words('identifier'),
  whole: { integer: '0', float: '0', string: '""', concatenated_string: '""' },
};

const RUST: TokenRules = {
  left: words(`line_comment block_comment use_declaration attribute_item inner_attribute_item visibility_modifier type_parameters
    type_arguments primitive_type type_identifier generic_type reference_type array_type tuple_type function_type
    scoped_type_identifier lifetime mutable_specifier where_clause trait_bounds extern_crate_declaration`),
  leftFields:
    words(`let_declaration.type parameter.type const_item.type static_item.type return_type type_cast_expression.type
    field_declaration.type`),
  leftLeaves:
    words(`${PUNCTUATION} & | # ! fn let pub struct enum impl trait mod use const static ref move as unsafe async
    self crate super`),
  declares: words(`let_declaration.pattern parameter.pattern function_item.name const_item.name static_item.name
    for_expression.pattern closure_parameters field_declaration.name enum_variant.name mod_item.name field_initializer.field
    let_condition.pattern`),
  declaresAll: words('tuple_pattern slice_pattern tuple_struct_pattern captured_pattern match_pattern'),
  names: words('identifier field_identifier shorthand_field_identifier'),
  whole: {
    integer_literal: '0',
    float_literal: '0',
    boolean_literal: '0',
    char_literal: '0',
    string_literal: '""',
    raw_string_literal: '""',
  },
};

export const READINGS: Readonly<Record<Language, TokenRules>> = {
  'C++': C,
  TypeScript: SCRIPT,
  Java: JAVA,
  Python: PYTHON,
  Rust: RUST,
};

/**
 * By the leaf's text: leaves with nearly the same meaning become one token, since they are easily exchanged to disguise
 * a copy.
 */
export const ALIKE: Readonly<Record<string, string>> = {
  for: 'loop',
  while: 'loop',
  do: 'loop',
  loop: 'loop',
  and: '&&',
  or: '&&',
  '&&': '&&',
  '||': '&&',
  not: '!',
  '<': '<',
  '>': '<',
  '<=': '<',
  '>=': '<',
  '==': '==',
  '!=': '==',
  '===': '==',
  '!==': '==',
  '+': '+',
  '-': '+',
  '/': '*',
  '//': '*',
  '*': '*',
  '++': '=',
  '--': '=',
  '+=': '=',
  '-=': '=',
  '*=': '=',
  '/=': '=',
  '%=': '=',
  '&=': '=',
  '|=': '=',
  '^=': '=',
  '=': '=',
  ':=': '=',
  true: '0',
  false: '0',
  True: '0',
  False: '0',
  null: '0',
  nullptr: '0',
  None: '0',
  undefined: '0',
};
