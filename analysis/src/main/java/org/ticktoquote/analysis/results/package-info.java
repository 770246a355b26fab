/** One record for each measured tick: what became of it at every session. */
@NullMarked
package org.ticktoquote.analysis.results;

import org.jspecify.annotations.NullMarked;
