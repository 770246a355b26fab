/**
 * Everything that the processes share, and nothing else: clock, journals, market-data schema, control lines, run directory.
 */
@NullMarked
package org.ticktoquote.core;

import org.jspecify.annotations.NullMarked;
