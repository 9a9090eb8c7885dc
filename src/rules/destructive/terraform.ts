/**
 * Commands that destroy infrastructure which is described as code.
 *
 * @module
 */
import type { Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { textWord } from '../shell/word.js';
import { type Call, judgeTool, rulesOf, type Tool, toolRule } from './subcommands.js';

/** `terraform destroy`, `apply -destroy`, `state rm`; a plan only shows. */
export function terraform(execution: Execution, context: RuleContext): Hit | undefined {
  return judgeTool(TERRAFORM, withSettings(execution), context);
}

/** `terragrunt destroy`, `run-all destroy`, `run --all -- destroy`. */
export function terragrunt(execution: Execution, context: RuleContext): Hit | undefined {
  return judgeTool(TERRAGRUNT, withSettings(execution), context);
}

/** `TF_CLI_ARGS_apply=-destroy terraform apply`: the variables add arguments. */
function withSettings(execution: Execution): Execution {
  const { operands } = readOptions(execution.args, TERRAFORM.grammar, true);
  const names = new Set(['TF_CLI_ARGS', `TF_CLI_ARGS_${operands[0]?.text}`]);
  const added = execution.settings
    .filter((setting) => names.has(setting.name))
    .flatMap(({ value }) => value.text.split(' ').map((text) => textWord(text, value.span)))
    .filter((word) => word.text !== '');
  return added.length === 0 ? execution : { ...execution, args: [...execution.args, ...added] };
}

/** Whether `-destroy` stands behind a `--`, where it is Terraform's. */
function passesDestroy(call: Call): boolean {
  return (
    call.options.has('destroy') || call.operands.some((word) => DESTROY_OPTION.test(word.text))
  );
}

const DESTROY_OPTION = /^--?destroy$/;

const TERRAFORM_GRAMMAR: Grammar = {
  options: [
    '-chdir[=]',
    '-target=',
    '-replace=',
    '-var=',
    '-var-file=',
    '-state=',
    '-state-out=',
    '-backup=',
    '-out=',
    '-lock-timeout=',
    '-parallelism=',
    '-destroy',
    '-dry-run',
    '-force',
    '-h -help',
    '-v -version',
    // Terragrunt's own.
    '-terragrunt-working-dir -working-dir=',
    '-terragrunt-config -config=',
    '-terragrunt-log-level -log-level=',
    '-terragrunt-include-dir -queue-include-dir=',
    '-terragrunt-exclude-dir -queue-exclude-dir=',
    '-terragrunt-parallelism=',
    '-terragrunt-source -source=',
    '-terragrunt-iam-role -iam-assume-role=',
    '-terragrunt-download-dir -download-dir=',
    '-filter=',
  ],
  singleDashLong: true,
  abbreviations: false,
};

const DESTROYS = 'destroy managed infrastructure';

const TERRAFORM: Tool = {
  rule: 'infrastructure.destroy',
  grammar: TERRAFORM_GRAMMAR,
  rows: [
    { words: 'destroy', does: DESTROYS },
    { words: 'apply', needs: ['destroy'], does: DESTROYS },
    { words: 'state rm', does: 'forget managed infrastructure' },
    { words: 'workspace delete', needs: ['force'], does: 'delete the state of a workspace' },
  ],
};

const TERRAGRUNT: Tool = {
  ...TERRAFORM,
  rows: [
    { words: 'run-all|run destroy', does: DESTROYS },
    { words: 'stack run destroy', does: DESTROYS },
    { words: 'destroy-all', does: DESTROYS },
    { words: 'run-all|run apply', when: passesDestroy, does: DESTROYS },
    { words: 'stack run apply', when: passesDestroy, does: DESTROYS },
    { words: 'apply-all', when: passesDestroy, does: DESTROYS },
    { words: 'run-all|run state rm', does: 'forget managed infrastructure' },
    ...TERRAFORM.rows,
  ],
};

const PULUMI: Tool = {
  rule: 'infrastructure.destroy',
  grammar: {
    options: [
      '-s --stack=',
      '-C --cwd=',
      '--color=',
      '-m --message=',
      '-t --target=',
      '-p --parallel=',
      '--config-file=',
      '-v --verbose=',
      '--tracing=',
      '--profiling=',
      '--preview-only',
      '-h --help',
      '--version',
    ],
    abbreviations: false,
  },
  idle: ['preview-only'],
  rows: [
    { words: 'destroy|down|dn', does: DESTROYS },
    { words: 'stack rm', does: 'delete a stack and its history' },
    { words: 'state delete', does: 'forget managed infrastructure' },
    { words: 'env rm', does: 'delete an environment' },
  ],
};

const CDK: Tool = {
  rule: 'infrastructure.destroy',
  grammar: {
    options: [
      '-a --app=',
      '-c --context=',
      '-p --plugin=',
      '--profile=',
      '-o --output=',
      '-r --role-arn=',
      '--toolkit-stack-name=',
      '-h --help',
      '--version',
    ],
  },
  rows: [{ words: 'destroy', does: DESTROYS }],
};

/** Deployers of applications: what one `remove` takes is all that `deploy` made. */
const DEPLOYERS: Tool = {
  rule: 'infrastructure.destroy',
  grammar: {
    options: [
      '-s --stage=',
      '-r --region=',
      '-c --config=',
      '--profile=',
      '--aws-profile=',
      '--stack-name=',
      '-n --name=',
      '-e --env=',
      '-h --help',
      '--version',
    ],
  },
  rows: [
    { words: 'remove', does: 'remove a deployed application' },
    {
      words: 'app|env|svc|service|job|task|pipeline delete',
      does: 'remove a deployed application',
    },
    { words: 'delete|terminate|destroy|down', does: 'remove a deployed application' },
  ],
};

const AMPLIFY: Tool = {
  ...DEPLOYERS,
  rows: [{ words: 'delete', does: 'remove a deployed application' }],
};

const JUJU: Tool = {
  rule: 'infrastructure.destroy',
  grammar: { options: ['-m --model=', '-c --controller=', '-h --help', '--dry-run'] },
  rows: [
    { words: 'destroy-*|kill-controller|remove-application|remove-storage', does: DESTROYS },
    { words: 'delete-deployment|delete-disk|clean-up', does: DESTROYS },
  ],
};

/** The rules by program name. */
export const TERRAFORM_RULES: RuleTable = /* @__PURE__ */ rulesOf([
  { programs: 'terraform tofu', rule: terraform },
  { programs: 'terragrunt', rule: terragrunt },
  { programs: 'pulumi', rule: toolRule(PULUMI) },
  { programs: 'cdk aws-cdk cdktf cdklocal nixops', rule: toolRule(CDK) },
  { programs: 'serverless sls sst sam copilot eb azd', rule: toolRule(DEPLOYERS) },
  { programs: 'amplify', rule: toolRule(AMPLIFY) },
  { programs: 'juju bosh', rule: toolRule(JUJU) },
]);
