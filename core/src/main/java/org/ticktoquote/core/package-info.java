/** Code that all processes share: clock, journals, market-data schema, control lines, run directory. */
@NullMarked
package org.ticktoquote.core;

import org.jspecify.annotations.NullMarked;
