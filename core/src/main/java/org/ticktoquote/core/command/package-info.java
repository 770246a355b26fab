/** What every command of the command line has in common: exit statuses, refusals, durations, progress. */
@NullMarked
package org.ticktoquote.core.command;

import org.jspecify.annotations.NullMarked;
