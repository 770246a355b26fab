/** From journals to outcomes: which snapshot answers which tick. */
@NullMarked
package org.ticktoquote.analysis.matching;

import org.jspecify.annotations.NullMarked;
