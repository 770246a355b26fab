/** The command {@code t2q analyze}, which recomputes the results of a run. */
@NullMarked
package org.ticktoquote.analysis.command;

import org.jspecify.annotations.NullMarked;
