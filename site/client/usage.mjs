export const usage = `cyclelab: documented, predicted and measured, from a terminal or a CI job

  cyclelab run <exercise> [options]   runs it and prints the result
  cyclelab run --file my.c            a kernel of your own; with a second --file both, as variants a and b
  cyclelab list                       the exercises of a site
  cyclelab show <id or address>       a kept run; --format txt (default), md, json, csv or svg

Where
  --site <address>           default: $CYCLELAB_SITE, else http://localhost:3000
  --runner <id>, --microarchitecture <name>   who shall measure; default: whoever can

What
  --language c|cpp|go|cs|cr, --compiler <name or name-version>, --target x86-64|arm64, --flag <flag> ...
  --variant <id> ...         only these variants, and the baseline
  --value <number> ...       only these values of the swept parameter
  --source <variant>=<file>  this file in the place of a variant's source; may be repeated
  --inspect                  compile, count and predict; measure nothing

What comes out
  --snapshot                 keeps the run and prints its permanent link
  --markdown                 keeps it and prints the card for a review
  --json                     prints the report
  --quiet                    prints no progress
  --timeout <seconds>        default 900; a run that is not over then is cancelled

What decides the exit status
  --claim <id> ...           claims of the exercise that must be reproduced; "all" for each
  --at-most <variant>=<cycles> ...   what it may take per iteration, with its whole interval
  --challenge                the exercise's challenge must be met

  0 as claimed, or nothing was asked    1 not so here, contradicted, or not met
  2 wrong usage or refused request      3 the code failed to compile or to run
  4 too noisy, or not measured          5 the site cannot be reached, or lost the run
`;
