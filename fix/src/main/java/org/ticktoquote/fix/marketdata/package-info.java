/** Requests for market data and their rejections. */
@NullMarked
package org.ticktoquote.fix.marketdata;

import org.jspecify.annotations.NullMarked;
