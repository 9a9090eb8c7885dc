import { TERRAFORM_RULES } from '../../../src/rules/destructive/terraform.js';
import { type CommandRow, checkCommands } from './command-rows.js';

const D = 'infrastructure.destroy';

const TERRAFORM: readonly CommandRow[] = [
  ['with approval', D, 'terraform destroy -auto-approve'],
  ['with a prompt', D, 'terraform destroy'],
  ['in a directory', D, 'terraform -chdir=infra destroy'],
  ['behind cd', D, 'cd infra && terraform destroy'],
  ['one target', D, 'terraform destroy --target aws_x.y'],
  ['a mode of apply', D, 'terraform apply -destroy -auto-approve'],
  ['the mode with two dashes', D, 'tofu apply --destroy'],
  ['the mode in a variable', D, 'TF_CLI_ARGS_apply=-destroy terraform apply'],
  ['OpenTofu', D, 'tofu destroy'],
  ['state', D, 'terraform state rm aws_s3_bucket.a'],
  ["a workspace's state", D, 'terraform workspace delete -force dev'],
  ['an empty workspace', undefined, 'terraform workspace delete dev'],
  ['state, as a dry run', undefined, 'terraform state rm -dry-run a.b'],
  ['a mode turned off', undefined, 'terraform apply -destroy=false'],
  ['a variable for another command', undefined, 'TF_CLI_ARGS_plan=-destroy terraform apply'],
  ['a plan', undefined, 'terraform plan -destroy'],
  ['an apply', undefined, 'terraform apply -auto-approve -input=false'],
  ['help', undefined, 'terraform destroy -help'],
  ['a name', undefined, 'terraform workspace new destroy'],
  ['text', undefined, 'echo terraform destroy'],
  ['a search', undefined, "grep 'terraform destroy' Makefile"],
];

const OTHERS: readonly CommandRow[] = [
  ['Terragrunt', D, 'terragrunt destroy'],
  ['Terragrunt, everywhere', D, 'terragrunt run-all --terragrunt-working-dir x destroy'],
  ['Terragrunt, the new way', D, 'terragrunt run --all -- destroy'],
  ['Terragrunt, a mode', D, 'terragrunt run --all -- apply -destroy'],
  ['Terragrunt, an apply', undefined, 'terragrunt run-all apply'],
  ['Pulumi', D, 'pulumi -C infra destroy --yes'],
  ['Pulumi, another word', D, 'pulumi down'],
  ['Pulumi, a stack', D, 'pulumi stack rm prod --yes'],
  ['Pulumi, a preview', undefined, 'pulumi destroy --preview-only'],
  ['Pulumi, forward', undefined, 'pulumi up --yes'],
  ['CDK', D, "npx cdk -a 'node app' destroy --all"],
  ['CDK by its package', D, 'npx aws-cdk destroy'],
  ['CDK, forward', undefined, 'cdk deploy --all'],
  ['Serverless', D, 'sls remove -s prod'],
  ['SAM', D, 'sam delete --no-prompts'],
  ['SST', D, 'npx sst remove --stage prod'],
  ['Copilot', D, 'copilot svc delete --name web'],
  ['Elastic Beanstalk', D, 'eb terminate prod'],
  ['Amplify', D, 'amplify delete'],
  ['Amplify, until it is pushed', undefined, 'amplify remove api'],
  ['Juju', D, 'juju destroy-model prod'],
];

checkCommands('Terraform', [TERRAFORM_RULES], TERRAFORM);
checkCommands('other tools for infrastructure', [TERRAFORM_RULES], OTHERS);
