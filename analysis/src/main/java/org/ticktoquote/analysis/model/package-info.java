/** Determines which ticks call for a quote under the declared model of the application. */
@NullMarked
package org.ticktoquote.analysis.model;

import org.jspecify.annotations.NullMarked;
