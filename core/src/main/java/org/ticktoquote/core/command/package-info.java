/** Exit statuses, problems, durations and progress, common to all commands. */
@NullMarked
package org.ticktoquote.core.command;

import org.jspecify.annotations.NullMarked;
