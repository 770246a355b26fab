/** The command that derives the results of a run again. */
@NullMarked
package org.ticktoquote.analysis.command;

import org.jspecify.annotations.NullMarked;
